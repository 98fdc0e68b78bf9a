import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address as it is written: of version 4 in four decimal numbers, of version 6 with colons. */
export const isIpAddress = (text: string): boolean =>
  isIPv4(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));
