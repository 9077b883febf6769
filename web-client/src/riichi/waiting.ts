/** Set in this browser while scores wait to be sent, so that the page sends them wherever it is opened. */
export const WAITING_KEY = 'sanjin.score-waiting';
