// Payments from outside in the finance section of the office.
export { OutsidePayments } from './OutsidePayments.tsx'
