import type { Gateway } from './gateway.ts'

/** No payment service: nothing can be ordered, and earlier orders cannot be asked about. */
export const noGateway: Gateway = {
  way: 'none',
  prepay: async () => ({ type: 'away' }),
  params: () => ({ timestamp: '', package: '', signType: '', nonce: '', sign: '' }),
  query: async () => ({ type: 'away' }),
  close: async () => ({ type: 'away' }),
  readNotice: async () => ({ type: 'forged' }),
  reply: () => ({ contentType: 'text/plain', body: '' }),
  books: async () => undefined,
}
