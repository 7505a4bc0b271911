// A form of the campus, for the preview of the office.
export { LazyCampusFormFields } from './LazyCampusFormFields.ts'
