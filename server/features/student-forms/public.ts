// The history of forms, and how the office reads and writes a form on a student's behalf.
export {
  toOwnSubmission,
  type QueuedOnBehalfForm,
  defineQueuedOnBehalfForm,
  type FormSubmission,
  type OnBehalfForm,
} from './on-behalf.ts'
export {
  findFormHistory,
  type FormVersion,
  nextFormVersion,
  recordFormVersion,
} from './form-history.ts'
