// Pages that runs are begun or followed from, in one process: each more of them loads the service and the worker anew.
import './console/activity.ts';
import './console/alerts.ts';
import './console/causes.ts';
import './console/cases.ts';
import './console/chat.ts';
import './console/delivery.ts';
import './console/first-minutes.ts';
import './console/plans.ts';
import './console/rehearsals.ts';
import './html-forms.ts';
