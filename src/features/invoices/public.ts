// The payments with their invoices in the office.
export { Invoices } from './Invoices.tsx'
