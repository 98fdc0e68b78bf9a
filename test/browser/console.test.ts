// Pages of the console that show no run, in one process: each more of them loads the service anew.
import './console/approvals.ts';
import './console/automations.ts';
import './console/events.ts';
import './console/network-access.ts';
import './console/operator.ts';
import './console/secrets.ts';
import './console/settings.ts';
import './console/sign-in.ts';
import './console/usage.ts';
import './console/zoom.ts';
