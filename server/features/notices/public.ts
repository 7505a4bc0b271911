// Sanitizes the HTML of a notice.
export { cleanHtml } from './clean-html.ts'
// Sends a notice to one person.
export { notifyPerson } from './notify.ts'
// Sends a notice to each of many people.
export { notifyPeople } from './notify.ts'
// The files of a notice, without their content.
export { findNoticeFiles } from './store.ts'
