// The student for whom finance records or returns a payment.
export { findPayer } from './find-payer.ts'
// The charges of a student, the offsets and the amounts owed.
export {
  type Charge,
  type ChargeBalance,
  isChargeInEffect,
  DORM_CHARGE_ITEM,
  findTuitionAndDormDue,
  findBalances,
  findPaymentTerms,
  findCharges,
  hasPaidInYear,
  isFeeYearCovered,
  selectIsFeeYearCovered,
  selectOwedFen,
  findMinimumPayment,
  sumOwedInYear,
  findOwedAmount,
  findPayableAmount,
  setDormCharge,
  selectOffsetFen,
  deleteDormCharge,
} from './store.ts'
// The same sums by year for the student and for finance.
export { sumFeeYears } from './fee-years.ts'
