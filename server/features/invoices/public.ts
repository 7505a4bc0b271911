// The payments for which invoices are issued.
export { findPaymentsForInvoices } from './store.ts'
