// Refunds in the finance section of the office.
export { Refunds } from './Refunds.tsx'
