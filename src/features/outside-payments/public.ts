// Payments from outside in the finance section of the office.
export { OutsidePayments } from './OutsidePayments.tsx'
// A sheet that asks for a reason and then makes a call.
export { ReasonSheet } from './ReasonSheet.tsx'
