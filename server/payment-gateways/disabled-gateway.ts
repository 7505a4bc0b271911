import type { PaymentGateway } from './payment-gateway.ts'

/**
 * The gateway of a campus without online payment: no order can be placed, and earlier orders cannot
 * be queried.
 */
export const disabledPaymentGateway: PaymentGateway = {
  way: 'none',
  prepay: async () => ({ type: 'unavailable' }),
  prepayByCode: async () => ({ type: 'failed', code: '' }),
  sheetParams: () => ({ timestamp: '', package: '', signType: '', nonce: '', sign: '' }),
  query: async () => ({ type: 'unavailable' }),
  close: async () => ({ type: 'unavailable' }),
  refund: async () => ({ type: 'unavailable' }),
  queryRefund: async () => ({ type: 'unavailable' }),
  readNotification: async () => ({ type: 'forged' }),
  notificationReply: () => ({ contentType: 'text/plain', body: '' }),
  fetchStatement: async () => undefined,
}
