// What a gateway says about refunds, the job that asks it, and a student's refunds.
export { recordGatewayRefund } from './gateway-refunds.ts'
export { startRefundJob } from './refund-job.ts'
export { findRefundsOfStudent } from './student-refunds.ts'
