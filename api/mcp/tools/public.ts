import { PdfAction, PdfDetail } from '@reveille/pdf';
import { z } from 'zod';

import { pdfUploadLimits } from '#contracts/pdf.ts';
import type { McpTool } from '../mcp-tool.ts';

/** Tools that anyone may use, within the quota of the public API. */
export const publicTools: readonly McpTool[] = [
  {
    name: 'find_tools',
    operation: 'listTools',
    does: 'Finds text tools, such as hashes, conversions, diffs, statistics and checks, each with its params as JSON Schema and an example. Run one with run_tool.',
    requires: ['q'],
  },
  {
    name: 'run_tool',
    operation: 'invokeTool',
    does: 'Runs a text tool that find_tools named. The same params give the same result.',
    body: {
      tool: z.string().describe('The id of the tool.'),
      params: z.record(z.string(), z.unknown()).describe('Its params, as find_tools lists them.'),
    },
  },
  {
    name: 'analyze_image',
    operation: 'analyzeImage',
    does: 'Describes an image as a prompt: PNG, JPEG, WebP, GIF or AVIF of at most 10 MB.',
    body: { image: z.string().describe('An http(s) URL, or a base64 data URL.') },
    bodyOf: (params) => ({ tool: 'image-to-prompt', params }),
    isUntrusted: true,
  },
  {
    name: 'process_pdf',
    operation: 'processPdf',
    does: 'Reads the text or the facts of a PDF as JSON, or splits or merges PDFs into one, which comes back as base64. At most 10 MB together; POST /api/tools/pdf takes more.',
    body: {
      action: PdfAction,
      files: z
        .array(z.string())
        .min(1)
        .max(pdfUploadLimits.filesMax)
        .describe('Each PDF as base64. `merge` takes several, in their order; the others take one.'),
      ranges: z
        .string()
        .optional()
        .describe('Pages and ranges such as `1,3-5`; `split` needs them, `pdf-to-text` may have them.'),
      detail: PdfDetail.optional().describe('For `pdf-to-text` only.'),
      password: z.string().optional().describe('Opens the PDFs that need a password.'),
    },
    isUntrusted: true,
  },
];
