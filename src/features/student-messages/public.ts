// The audience of a notice or message: its conditions, with the number of students.
export { AudienceFields } from './AudienceFields.tsx'
// What was sent to a student.
export { ReceivedMessages } from './ReceivedMessages.tsx'
