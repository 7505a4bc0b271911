// A reminder of a step with an editable text.
export { ReminderForm } from './ReminderForm.tsx'
