import {
  createCipheriv,
  createHash,
  createVerify,
  generateKeyPairSync,
  randomBytes,
  sign as signBytes,
} from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import * as v from 'valibot'
import type { PaymentPlatformKey } from '#server/platform/settings/payment-settings'
import type { PaymentSettings } from '#server/platform/settings/settings'

interface Paid {
  readonly number: string
  readonly amountFen: number
  state: string
  transaction: string
  /** The request that created the order. */
  readonly asked?: Readonly<Record<string, unknown>>
}

const DAY = '2026-09-01 10:00:00'

interface Said {
  readonly status: number
  readonly body?: object | string
  /** Files are not signed. */
  readonly isFile?: boolean
}

/**
 * A fake of WeChat Pay. It verifies the signature of every request as WeChat Pay does, and signs
 * its answers and notices.
 */
export interface FakeWechatpay {
  readonly settings: Extract<PaymentSettings, { type: 'wechatpay' }>
  readonly orders: Map<string, Paid>
  /** The refunds in its statement, by refund number. */
  readonly refunds: Map<string, { readonly number: string; readonly amountFen: number }>
  /** The refunds that the merchant has requested, by the merchant's numbers. */
  readonly requestedRefunds: Map<
    string,
    { readonly order: string; amountFen: number; status: string }
  >
  /** What is wrong with its next answers. */
  fault:
    | 'none'
    | 'unsigned'
    | 'foreign key'
    | 'silent'
    | 'other merchant'
    | 'other order'
    | 'empty'
    | 'older code'
    | 'changed bill'
    | 'no bill yet'
    | 'no statement'
  /**
   * The signing key: the old one, or the new one of a rotation. 'asked' signs answers with the key
   * that the request names and notices with the new key, as WeChat Pay does during a rotation.
   */
  signer: 'old' | 'asked' | 'new'
  /** The new key of a rotation. */
  readonly newKey: PaymentPlatformKey
  readonly createNotice: (
    trade: object,
    change?: { event?: string; key?: string },
  ) => { headers: Record<string, string>; body: string }
  readonly close: () => void
}

/** Start the fake on a loopback port with keys of its own. */
export async function startFakeWechatpay(): Promise<FakeWechatpay> {
  const pair = () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
  const [merchant, platform, next, stranger] = [pair(), pair(), pair(), pair()]
  const apiKey = randomBytes(16).toString('hex')
  const orders = new Map<string, Paid>()
  const refunds: FakeWechatpay['refunds'] = new Map()
  const requestedRefunds: FakeWechatpay['requestedRefunds'] = new Map()
  const OLD = 'PLATFORM1'
  const NEW = 'PUB_KEY_ID_0114232134912410000000000000'
  const signed = (
    body: string,
    { serial = double.signer === 'old' ? OLD : NEW, key }: { serial?: string; key?: string } = {},
  ): Record<string, string> => {
    const [timestamp, nonce] = [
      String(Math.floor(Date.now() / 1000)),
      randomBytes(8).toString('hex'),
    ]
    const signature = signBytes(
      'sha256',
      Buffer.from(`${timestamp}\n${nonce}\n${body}\n`),
      key ?? (serial === NEW ? next : platform).privateKey,
    ).toString('base64')
    return {
      'Wechatpay-Timestamp': timestamp,
      'Wechatpay-Nonce': nonce,
      'Wechatpay-Serial': serial,
      'Wechatpay-Signature': signature,
    }
  }
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      if (double.fault === 'silent') return request.destroy()
      const said: Said = isAuthorised(request, body, merchant.publicKey)
        ? answer(request, body)
        : { status: 401, body: { code: 'SIGN_ERROR' } }
      const text =
        said.body === undefined
          ? ''
          : typeof said.body === 'string'
            ? said.body
            : JSON.stringify(said.body)
      const headers =
        double.fault === 'unsigned' || said.isFile === true
          ? {}
          : signed(text, {
              ...(double.signer === 'asked' && {
                serial: String(request.headers['wechatpay-serial']),
              }),
              ...(double.fault === 'foreign key' && { key: stranger.privateKey }),
            })
      response.writeHead(said.status, { 'Content-Type': 'application/json', ...headers }).end(text)
      return undefined
    })
  })
  const answer = (request: IncomingMessage, body: string): Said => {
    const url = new URL(request.url ?? '', 'http://double')
    const wrong: Said = { status: 400, body: { code: 'PARAM_ERROR' } }
    if (url.pathname === '/v3/bill/tradebill') {
      const of = (name: string) => url.searchParams.get(name) ?? ''
      if (!/^\d{4}-\d\d-\d\d$/.test(of('bill_date')) || of('bill_type') !== 'ALL') return wrong
      if (double.fault === 'no bill yet')
        return { status: 400, body: { code: 'STATEMENT_CREATING' } }
      if (double.fault === 'no statement')
        return { status: 400, body: { code: 'NO_STATEMENT_EXIST' } }
      const hash_value = createHash('sha1')
        .update(bill([...orders.values()], refunds))
        .digest('hex')
      const download_url = `${double.settings.apiUrl}v3/billdownload/file?token=t`
      return { status: 200, body: { download_url, hash_type: 'SHA1', hash_value } }
    }
    if (url.pathname === '/v3/billdownload/file') {
      if (url.searchParams.get('token') !== 't') return wrong
      return {
        status: 200,
        body: bill(double.fault === 'changed bill' ? [] : [...orders.values()], refunds),
        isFile: true,
      }
    }
    const isByCode = url.pathname === '/v3/pay/transactions/native'
    if (isByCode || url.pathname === '/v3/pay/transactions/jsapi') {
      const wanted = JSON.parse(body)
      if (!v.is(isByCode ? CODE_ORDER : ORDER, wanted)) return wrong
      if (double.fault === 'empty') return { status: 200, body: {} }
      const known = orders.get(wanted.out_trade_no)
      if (known?.state === 'SUCCESS') return { status: 400, body: { code: 'ORDERPAID' } }
      orders.set(wanted.out_trade_no, {
        number: wanted.out_trade_no,
        amountFen: wanted.amount.total,
        state: 'NOTPAY',
        transaction: '',
        asked: wanted,
      })
      return {
        status: 200,
        body: isByCode
          ? { code_url: `weixin://wxpay/bizpayurl?pr=${wanted.out_trade_no}` }
          : { prepay_id: `wx${wanted.out_trade_no}` },
      }
    }
    if (url.pathname.startsWith('/v3/refund/domestic/refunds')) {
      const said = (name: string): Said => {
        const { order: out_trade_no, amountFen, status } = requestedRefunds.get(name) ?? {}
        return status === undefined
          ? { status: 404, body: { code: 'RESOURCE_NOT_EXISTS' } }
          : {
              status: 200,
              body: {
                refund_id: `5030${name}`,
                out_refund_no: name,
                out_trade_no,
                transaction_id: orders.get(out_trade_no ?? '')?.transaction,
                status,
                amount: { refund: amountFen, currency: 'CNY' },
              },
            }
      }
      if (request.method === 'GET') return said(url.pathname.split('/').at(-1) ?? '')
      const wanted = JSON.parse(body)
      if (!v.is(REFUND, wanted)) return wrong
      const { out_refund_no: name, out_trade_no: order, amount } = wanted
      const paid = orders.get(order)
      if (paid === undefined) return { status: 404, body: { code: 'RESOURCE_NOT_EXISTS' } }
      if (!requestedRefunds.has(name)) {
        const others = [...requestedRefunds.values()].filter((one) => one.order === order)
        const sum = others.reduce((total, one) => total + one.amountFen, amount.refund)
        if (amount.total !== paid.amountFen || sum > paid.amountFen)
          return { status: 400, body: { code: 'INVALID_REQUEST' } }
        requestedRefunds.set(name, { order, amountFen: amount.refund, status: 'PROCESSING' })
      }
      return said(name)
    }
    const [, number = '', closing] = /out-trade-no\/([^/]+)(\/close)?$/.exec(url.pathname) ?? []
    const merchantSaid =
      closing === undefined ? url.searchParams.get('mchid') : JSON.parse(body).mchid
    if (merchantSaid !== 'M1') return wrong
    const order = orders.get(number)
    if (order === undefined) {
      const code = double.fault === 'older code' ? 'ORDERNOTEXIST' : 'ORDER_NOT_EXIST'
      return { status: 404, body: { code } }
    }
    if (closing !== undefined) {
      if (order.state === 'SUCCESS') return { status: 400, body: { code: 'ORDERPAID' } }
      order.state = 'CLOSED'
      return { status: 204 }
    }
    if (double.fault === 'empty') return { status: 200, body: {} }
    const of = double.fault === 'other order' ? { ...order, number: 'BD0' } : order
    return {
      status: 200,
      body: wechatpayTradeMessage(of, double.fault === 'other merchant' ? 'M2' : 'M1'),
    }
  }
  const port = await listen(server)
  const double: FakeWechatpay = {
    orders,
    refunds,
    requestedRefunds,
    fault: 'none',
    signer: 'old',
    newKey: { serial: NEW, key: next.publicKey },
    settings: {
      type: 'wechatpay',
      appId: 'wx1',
      merchantId: 'M1',
      serial: 'MERCHANT1',
      privateKey: merchant.privateKey,
      apiKey,
      platformKeys: [{ serial: OLD, key: platform.publicKey }],
      apiUrl: `http://127.0.0.1:${port}/`,
      notifyUrl: 'https://campus.test/payment/notify',
    },
    createNotice: (said, { event = 'TRANSACTION.SUCCESS', key = apiKey } = {}) => {
      const nonce = randomBytes(6).toString('hex')
      const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce)).setAAD(
        Buffer.from('transaction'),
      )
      const ciphertext = Buffer.concat([
        cipher.update(JSON.stringify(said)),
        cipher.final(),
        cipher.getAuthTag(),
      ]).toString('base64')
      const resource = {
        algorithm: 'AEAD_AES_256_GCM',
        ciphertext,
        nonce,
        associated_data: 'transaction',
      }
      const body = JSON.stringify({
        id: 'e',
        event_type: event,
        resource_type: 'encrypt-resource',
        resource,
      })
      return { headers: signed(body), body }
    },
    close: () => server.close(),
  }
  return double
}

/** A payment in the format of WeChat Pay. */
export const wechatpayTradeMessage = (
  { number, amountFen, state, transaction }: Paid,
  mchid = 'M1',
): Record<string, unknown> => ({
  mchid,
  appid: 'wx1',
  out_trade_no: number,
  trade_state: state,
  ...(transaction !== '' && {
    transaction_id: transaction,
    amount: { total: amountFen, currency: 'CNY' },
  }),
})

// What WeChat Pay requires of an order: the limits in its documentation, and at least a minute
// until the order expires.
const codeOrder = {
  appid: v.literal('wx1'),
  mchid: v.literal('M1'),
  description: v.pipe(v.string(), v.nonEmpty(), v.maxBytes(127)),
  out_trade_no: v.string(),
  time_expire: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/),
    v.check((time) => Date.parse(time) >= Date.now() + 60_000),
  ),
  notify_url: v.literal('https://campus.test/payment/notify'),
  amount: v.object({ total: v.pipe(v.number(), v.gtValue(0)), currency: v.literal('CNY') }),
}
const CODE_ORDER = v.strictObject(codeOrder)
const ORDER = v.object({
  ...codeOrder,
  payer: v.object({ openid: v.pipe(v.string(), v.nonEmpty()) }),
})

// What WeChat Pay requires of a refund.
const REFUND = v.object({
  out_trade_no: v.string(),
  out_refund_no: v.pipe(v.string(), v.regex(/^[\w|*@-]{1,64}$/)),
  reason: v.pipe(v.string(), v.nonEmpty(), v.maxBytes(80)),
  notify_url: v.literal('https://campus.test/payment/notify'),
  amount: v.object({
    refund: v.pipe(v.number(), v.integer(), v.minValue(1)),
    total: v.pipe(v.number(), v.integer()),
    currency: v.literal('CNY'),
  }),
})

// A bill in WeChat Pay's format: a mark at the beginning, coupons subtracted from the settled
// amount, refunds in lines of their own, and the sums at the end.
function bill(orders: readonly Paid[], refunds: FakeWechatpay['refunds']): string {
  const head =
    '交易时间,公众账号ID,商户号,微信订单号,商户订单号,交易状态,应结订单金额,微信退款单号,退款金额,商品名称,订单金额,申请退款金额'
  const yuan = (fen: number) => (fen / 100).toFixed(2)
  const line = (values: readonly string[]) => values.map((value) => `\`${value}`).join(',')
  const paid = orders
    .filter(({ state }) => state === 'SUCCESS' || state === 'REFUND')
    .map(({ number, transaction, amountFen }) =>
      line([
        DAY,
        'wx1',
        'M1',
        transaction,
        number,
        'SUCCESS',
        '0.00',
        '0',
        '0.00',
        '费用, 第一笔',
        yuan(amountFen),
        '0.00',
      ]),
    )
  const back = [...refunds].map(([refund, { number, amountFen }]) =>
    line([
      DAY,
      'wx1',
      'M1',
      `4200${number}`,
      number,
      'REFUND',
      '0.00',
      refund,
      '0.00',
      '费用',
      '0.00',
      yuan(amountFen),
    ]),
  )
  const sums = line([String(paid.length), '0.00'])
  return `\uFEFF${[head, ...paid, ...back, '总交易单数,应结订单总金额', sums, ''].join('\r\n')}`
}

// The signature covers the method, address, time, nonce and body of a request, with the merchant's
// key.
function isAuthorised(request: IncomingMessage, body: string, key: string): boolean {
  const said = request.headers.authorization ?? ''
  const part = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(said)?.[1] ?? ''
  if (
    !said.startsWith('WECHATPAY2-SHA256-RSA2048 ') ||
    part('mchid') !== 'M1' ||
    part('serial_no') !== 'MERCHANT1'
  )
    return false
  const message = `${request.method}\n${request.url}\n${part('timestamp')}\n${part('nonce_str')}\n${body}\n`
  return createVerify('sha256').update(message).verify(key, part('signature'), 'base64')
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const listen = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(Number(Object(server.address()).port))),
  )
