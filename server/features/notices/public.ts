// What the page of a notice may show of HTML.
export { cleanHtml } from './clean-html.ts'
// Tells one person something in a notice of their own.
export { notifyPerson } from './notify.ts'
// Tells each of many the same in a notice of their own.
export { notifyPeople } from './notify.ts'
// The files of a notice, without what is in them.
export { findNoticeFiles } from './store.ts'
