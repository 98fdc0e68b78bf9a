// The reference, in one process: each more of them loads the service anew, and its browser's pages load the scripts anew.
import './reference/forms.ts';
import './reference/page.ts';
