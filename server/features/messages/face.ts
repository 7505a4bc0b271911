// Reminds students by a notice and a text, at most once a person and day.
export { remind } from './remind.ts'
