// The reconciliation with the finance platform in the finance section of the office.
export { FinancePlatform } from './FinancePlatform.tsx'
