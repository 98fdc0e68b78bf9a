export interface Benchmark {
  readonly name: string;
  readonly title: string;
  /** The meaning of its ratios and its yardstick, for the page. */
  readonly meaning: string;
}

/** The benchmarks of `npm run bench`, in its order; each is the script `bench/NAME.ts`. */
export const benchmarks: readonly Benchmark[] = [
  {
    name: 'intake',
    title: 'Intake',
    meaning:
      'Accepted deliveries per second over HTTP (look-up, admission, record, start, confirm), divided by those of the ' +
      'yardstick: a bare `StartWorkflow` with the same workflow and the same input on the same Temporal. No worker is ' +
      'running. More is better; 1 is a start that costs nothing beyond Temporal. The other rows of each number show the parts of the rest. One is the same start with everything by which an operator finds and recognises a run. One is a bare Koa server that stores the same body in the same Redis before a bare start and a mark after it, the least that loses nothing: Redis writes each to disk. The last is that server with the start that shows the same. All take turns.',
  },
  {
    name: 'signatures',
    title: 'Signed deliveries',
    meaning:
      'Accepted deliveries of 2 kB per second over HTTP to automations of Stripe that check signatures, divided by those of ' +
      'the yardstick: the same deliveries to automations of any sender. The two alternate. More is better; 1 is a check ' +
      'that costs nothing. Then forged deliveries: changed digits, moments and bodies, old and foreign signatures.',
  },
  {
    name: 'run',
    title: 'A run',
    meaning:
      'Whole runs per second (delivery, filter, one POST, recorded), divided by those of the yardstick: a workflow with ' +
      'one activity that does nothing, by a bare worker on the same Temporal. The two alternate. More is better. The ' +
      'rows of processor time have what each process used for one run; in their ratio less is better. The sender is ' +
      'the process of the benchmark: intake, client and target for ours, only the client for the yardstick. The least run ' +
      'that sends is the least that loses nothing and does nothing twice. It stores the body and a mark after the start. In one local activity it reads the body, writes a mark on disk, sends the POST and writes its result on disk, by code that does nothing else. ' +
      'The one that shows the same is started with what ours has for operators, does its step under its name, and has its outcome among the ' +
      'search attributes. In two steps, it has a local activity more, with a record on disk, as ours once had.',
  },
  {
    name: 'archive',
    title: 'The archive',
    meaning:
      'Deliveries of 2 kB archived per second in an S3 server, by two workers, divided by those of the yardstick: one worker. The two ' +
      'alternate. More is better. 1,920 deliveries of 48 workspaces are written, read back and taken out of Redis by one sweep. On a bucket of ' +
      'this machine all parts share its processors, which are the limit; one that answers later leaves them free.',
  },
  {
    name: 'delivery',
    title: 'A delivery, and the same at an earlier commit',
    meaning:
      'Milliseconds of processor time of each process for one delivery over HTTP (webhook, filter, one POST, recorded), 16 ' +
      'at once. The yardstick is the same of commit 9edabd5, whose own servers, API and worker take turns with ours in one ' +
      'run: `npm run bench -- delivery --baseline FOLDER`, where FOLDER is an installed checkout of it. Less is better; in ' +
      'the row of deliveries finished more is. Without a baseline only ours are shown. The least durable run is a workflow ' +
      'with one local activity that does nothing, by a bare worker on our Temporal, started without HTTP: nothing that ' +
      'Temporal carries can need less.',
  },
  {
    name: 'postgresql',
    title: 'Temporal on PostgreSQL',
    meaning:
      'Deliveries over HTTP with the servers of `docker-compose.yml`, Temporal on PostgreSQL, as processes of this machine, ' +
      'divided by those of the yardstick: the same with the embedded Temporal, whose SQLite is a part of it. API, worker and ' +
      'Redis are the same, of their own for each. The two take turns; a run is filter, one POST, recorded. The processor time of Temporal has ' +
      'that of PostgreSQL with it. In the rows of deliveries per second more is better, in those of processor time less.',
  },
  {
    name: 'n8n',
    title: 'Beside n8n',
    meaning:
      'A webhook, a filter, one POST to a server on loopback, everything recorded: the whole service as `npm start` runs it beside n8n 1.123.80 as its ' +
      'main process on the same Node, in turns, 16 deliveries at once. Accepted are answers of the webhook per second; done and skipped are counted ' +
      'until the last record is written, skipped where the filter says no. Processor time is that of all processes of each, with their children. ' +
      'More is better, in the rows of processor time less. This n8n has SQLite with a pool, thus in WAL mode; a production webhook that responds at once; an If and an ' +
      'HTTP Request node; each execution saved once, at its end. It has no task runner, as no node has code; no telemetry, insights, templates and ' +
      'notices of versions. Ours writes each acceptance and each mark to disk before it goes on, in 40 workspaces, so that the limits of one do not count. ' +
      'The least that shows the same are a bare server and a bare worker on the Redis and the Temporal of ours, which take turns with both. They ' +
      'keep the body, start the run with what operators need, mark it, and do it in one local activity: mark, POST, result. They ' +
      'have no filter, limits, policies, counts and log. A goal that they miss is beyond Temporal and its TypeScript SDK.',
  },
  {
    name: 'condition',
    title: 'A condition',
    meaning:
      'The time of a decision by a condition with its evidence, divided by that of the yardstick: `JSON.parse` of the same body, or ' +
      'the evaluator of the library that parses conditions, which has neither evidence nor a third value. An ordinary delivery of 8 ' +
      'kB, then the most expensive conditions on 1 MB, which end at their budget of steps. Less is better.',
  },
  {
    name: 'length',
    title: 'A run by its length',
    meaning:
      'The time of a whole run divided by its steps: one model turn and one POST each, the model a server on loopback ' +
      'that answers at once. The ratio is to a step of the run of 10 steps; less is better. Each turn sends the model ' +
      'the conversation so far, so that a later step handles more text. The settings end a run at 100 steps at most: ' +
      'the worker of this benchmark has no such limit.',
  },
  {
    name: 'tools',
    title: 'Tools',
    meaning:
      'Calls per second of a text tool of the public API as deployed (quota in Redis, log, metrics, all headers), divided ' +
      'by those of the yardstick: a bare Koa server that reads the same JSON and answers it. If the row says so, it is one that also counts each call in Redis, writes a line of log and tries patterns in a thread of Tinypool. They alternate; more is better. In the rows beside heavy calls the ratio is the median latency beside them to that alone; less is better.',
  },
  {
    name: 'egress',
    title: 'Network Access',
    meaning:
      'Requests per second through egress (decide, resolve, pin, decrypt the header, send, redact an answer of 10 kB), ' +
      'divided by those of the yardstick that the row names: undici alone, to the same server on loopback. Policies and ' +
      'log are in memory unless the row says Redis. More is better. In the rows of decisions the ratio is the speed with ' +
      'one policy to that with many; less is better.',
  },
  {
    name: 'pdf',
    title: 'PDF',
    meaning:
      'The time of one upload to the public API until its answer is read (HTTP, Temporal, a process of the worker), ' +
      'divided by that of the yardstick: the native program of poppler or qpdf in a new process on the same file. The ' +
      'two alternate, one at a time, on files by five producers; the ratio is the median over the files of the ratio of ' +
      'their medians. Less is better. The rows of an activity that does nothing have what Temporal alone takes until the end is ' +
      'recorded, and until the worker tells that it is done, when a call is answered; those in a warm process have what the ' +
      'work itself takes. The telling and the work together are what no saving in between gets below.',
  },
  {
    name: 'console',
    title: 'The console',
    meaning:
      'The time of a page of the web console, compressed, over HTTP, one at a time: of a workspace with 1,000,000 stored ' +
      'deliveries, divided by that of one with 1,000, in turns. The ratio is the median over rounds of the ratio of their ' +
      '95th percentiles. Less is better. In the rows of weight the yardstick is 60 kB for a page with all that it loads ' +
      'at a first visit; in the row of readers it is one second, from the end of a run until the last reader has its row.',
  },
  {
    name: 'years',
    title: 'Years of deliveries',
    meaning:
      '1,000,000 deliveries with a body of about 1 kB that were accepted, ended and archived, on a Redis of their own, beside ' +
      '1,000 on another; an API for each, one Temporal, no worker. Memory is that of Redis divided by the deliveries. Pages are ' +
      'those of the console, as in its own benchmark; a text is looked for in the newest thousand deliveries of each call, read ' +
      'in Redis. The sweep is that of the worker in the process of the benchmark. Less is better; in the row of the intake, where ' +
      'the two take turns, more is.',
  },
];
