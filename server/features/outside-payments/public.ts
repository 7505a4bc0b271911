// Payments from outside in the books.
export { bookOutsidePayment, takeBackOutsidePayment } from './books.ts'
