// Sanitizes the HTML of a notice; reads its words.
export { cleanHtml, toTextLines } from './clean-html.ts'
// Sends a notice to one person.
export { notifyPerson } from './notify.ts'
// Sends a notice to each of many people, or to a group.
export { notifyGroup, notifyPeople } from './notify.ts'
// The files of a notice, without their content.
export { findNoticeFiles } from './store.ts'
// Sets the students of a notice to a group, and queues a notice for delivery by other channels.
export { queueForStudents, setRecipients } from './store.ts'
// Withdraws a notice, and ends what other channels have not delivered yet.
export { endDeliveries, withdrawNotice } from './store.ts'
