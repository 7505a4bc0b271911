import { afterEach, describe, expect, test, vi } from 'vitest'
import { canPay, openPaymentSheet } from '#app/host/pay.ts'
import type { appConfig } from '#app/lib/platform/config.ts'

vi.mock('#app/lib/platform/config.ts', async (original) => {
  const real = await original<{ config: typeof appConfig }>()
  return {
    ...real,
    appConfig: { ...real.config, host: 'wechat', payment: 'wechatpay', appId: 'wx123' },
  }
})

const PARAMS = {
  timestamp: '1790000000',
  package: 'prepay_id=p1',
  signType: 'RSA',
  nonce: 'n1',
  sign: 'made by the server',
}

afterEach(() => vi.unstubAllGlobals())

/** A fake of the messaging app's bridge, whose payment sheet ends with the message `said`. */
function bridge(said: string) {
  const invoke = vi.fn<
    (name: string, wish: object, then: (end: { err_msg: string }) => void) => void
  >((_name, _wish, then) => then({ err_msg: said }))
  vi.stubGlobal('WeixinJSBridge', { invoke })
  return invoke
}

describe('the payment sheet of the messaging app', () => {
  test('the payment sheet gets the server’s parameters with its signature unchanged [FEE-33 D-61]', async () => {
    const invoke = bridge('get_brand_wcpay_request:ok')
    expect(await openPaymentSheet(PARAMS)).toBe('ok')
    expect(invoke.mock.calls[0]?.slice(0, 2)).toEqual([
      'getBrandWCPayRequest',
      {
        appId: 'wx123',
        timeStamp: '1790000000',
        nonceStr: 'n1',
        package: 'prepay_id=p1',
        signType: 'RSA',
        paySign: 'made by the server',
      },
    ])
  })

  test.each([
    ['get_brand_wcpay_request:cancel', 'cancel'],
    ['get_brand_wcpay_request:fail', 'fail'],
    ['get_brand_wcpay_request:fail_invalid appid', 'fail'],
    ['', 'fail'],
  ])('the bridge’s answer "%s" ends the payment sheet as %s [FEE-46 FEE-47]', async (said, end) => {
    bridge(said)
    expect(await openPaymentSheet(PARAMS)).toBe(end)
  })

  test('the payment sheet waits for the WeixinJSBridge', async () => {
    const opened = openPaymentSheet(PARAMS)
    bridge('get_brand_wcpay_request:ok')
    document.dispatchEvent(new Event('WeixinJSBridgeReady'))
    expect(await opened).toBe('ok')
  })

  test('a payment sheet whose WeixinJSBridge has not loaded after 10 s fails', async () => {
    vi.useFakeTimers()
    const opened = openPaymentSheet(PARAMS)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await opened).toBe('fail')
    vi.useRealTimers()
  })

  test('the payment sheet opens only in the messaging app', () => {
    expect(canPay()).toBe(false)
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone MicroMessenger/8')
    expect(canPay()).toBe(true)
  })
})
