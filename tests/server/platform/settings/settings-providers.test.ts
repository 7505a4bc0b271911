import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings } from '#server/platform/settings/read-settings'

const sentences = (env: Record<string, string>) => {
  const read = readSettings(env)
  return read.type === 'mistakes' ? read.sentences : []
}
const settings = (env: Record<string, string>) => {
  const read = readSettings(env)
  if (read.type === 'mistakes') throw new Error(read.sentences.join('\n'))
  return read.settings
}
const folder = mkdtempSync(join(tmpdir(), 'baodao-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const HOST = {
  HOST_PROVIDER: 'wechat',
  WECHAT_APP_ID: ' wx1 ',
  WECHAT_APP_SECRET: 's',
  WECHAT_API_URL: 'https://api.test',
  WECHAT_AUTHORIZE_URL: 'https://open.test/a',
}
const SMS = {
  SMS_PROVIDER: 'webhook',
  SMS_WEBHOOK_URL: 'https://sms.test/texts',
  SMS_WEBHOOK_SECRET: 'x'.repeat(16),
}
const NONE = { DEMO: '0', HOST_PROVIDER: 'none', PAYMENT_PROVIDER: 'none', SMS_PROVIDER: 'none' }

describe('settings of the messaging app', () => {
  test('the messaging app is configured as none, as the sandbox, or as WeChat with its keys', () => {
    expect(settings(NONE).hosts).toEqual([])
    expect(settings({}).hosts).toEqual([{ type: 'sandbox', appId: 'sandbox' }])
    const host = {
      type: 'wechat',
      appId: 'wx1',
      appSecret: 's',
      apiUrl: 'https://api.test',
      authorizeUrl: 'https://open.test/a',
    }
    expect(settings({ ...NONE, ...HOST }).hosts).toEqual([{ ...host, pictureOrigins: [] }])
    const WECHAT_PICTURE_ORIGINS = ' https://a.test ,, http://b.test:81,'
    expect(settings({ ...NONE, ...HOST, WECHAT_PICTURE_ORIGINS }).hosts).toEqual([
      { ...host, pictureOrigins: ['https://a.test', 'http://b.test:81'] },
    ])
  })

  test('a campus can have several messaging apps, each with its keys', () => {
    const WECOM = {
      WECOM_CORP_ID: 'ww1',
      WECOM_AGENT_ID: '1000002',
      WECOM_SECRET: 's',
      WECOM_API_URL: 'https://api.test',
      WECOM_AUTHORIZE_URL: 'https://open.test/a',
    }
    const DINGTALK = {
      DINGTALK_CORP_ID: 'ding1',
      DINGTALK_AGENT_ID: '7',
      DINGTALK_CLIENT_ID: 'key',
      DINGTALK_CLIENT_SECRET: 's',
      DINGTALK_API_URL: 'https://api.test',
    }
    const all = { ...NONE, ...HOST, ...WECOM, ...DINGTALK, HOST_PROVIDER: 'wecom, wechat,dingtalk' }
    expect(settings(all).hosts.map(({ type }) => type)).toEqual(['wecom', 'wechat', 'dingtalk'])
    expect(sentences({ ...NONE, ...WECOM, HOST_PROVIDER: 'wecom,wechat' }).join(' ')).toContain(
      'WECHAT_APP_ID',
    )
    expect(sentences({ ...NONE, HOST_PROVIDER: 'dingtalk' }).join(' ')).toContain(
      'DINGTALK_CLIENT_SECRET',
    )
    expect(sentences({ ...NONE, ...WECOM }).join(' ')).toContain('HOST_PROVIDER=none')
    for (const HOST_PROVIDER of ['wechat,none', 'wechat,wechat', 'qq'])
      expect(sentences({ ...all, HOST_PROVIDER }).join(' ')).toContain('HOST_PROVIDER must be')
  })

  test.each([
    'https://a.test/',
    'https://a.test/path',
    'a.test',
    'ftp://a.test',
    'https://a.test:443',
  ])('the picture host of the messaging app cannot be %s', (one) => {
    expect(sentences({ WECHAT_PICTURE_ORIGINS: `https://b.test,${one}` })).toEqual([
      'WECHAT_PICTURE_ORIGINS must be addresses such as https://host, with commas between them and without a path.',
    ])
  })

  test.each(['WECHAT_API_URL', 'WECHAT_AUTHORIZE_URL'])(
    '%s must be https, unless the address is on this machine',
    (name) => {
      const sentence = `${name} must be an https address; http only on this machine itself.`
      for (const address of ['http://api.test', 'http://localhost:x@api.test', 'ftp://api.test'])
        expect([address, sentences({ ...NONE, ...HOST, [name]: address })]).toEqual([
          address,
          [sentence],
        ])
      expect(sentences({ ...NONE, ...HOST, [name]: 'http://127.0.0.1:9000' })).toEqual([])
    },
  )

  test.each(['WECHAT_API_URL', 'WECHAT_AUTHORIZE_URL'])(
    '%s must be an absolute address',
    (name) => {
      expect(sentences({ ...NONE, ...HOST, [name]: 'api.test' })).toEqual([
        `${name} must be a whole address such as https://host/path.`,
      ])
    },
  )
})

describe('settings of SMS', () => {
  test('SMS are sent to the campus’s own service if its secret is configured', () => {
    expect(settings(NONE)).toMatchObject({ sms: 'none', smsWebhook: undefined })
    expect(settings({ ...NONE, ...SMS })).toMatchObject({
      sms: 'webhook',
      smsWebhook: { url: 'https://sms.test/texts', secret: 'x'.repeat(16) },
    })
    expect(sentences({ ...NONE, ...SMS, SMS_WEBHOOK_SECRET: 'x'.repeat(15) })).toEqual([
      'SMS_WEBHOOK_SECRET must have at least 16 characters.',
    ])
  })

  test.each(['http://localhost:81/x', 'http://127.0.0.1/x', 'http://[::1]:81', 'https://sms.test'])(
    'SMS can be sent to %s',
    (url) => {
      expect(settings({ ...NONE, ...SMS, SMS_WEBHOOK_URL: url }).smsWebhook?.url).toBe(url)
    },
  )

  test.each([
    'http://sms.test',
    'http://localhost.sms.test',
    'http://localhost:x@sms.test',
    'ftp://localhost/x',
  ])('SMS cannot be sent to %s', (url) => {
    expect(sentences({ ...NONE, ...SMS, SMS_WEBHOOK_URL: url })).toEqual([
      'SMS_WEBHOOK_URL must be an https address; http only on this machine itself.',
    ])
  })
})

describe('settings of the university’s sign-in', () => {
  const back = { PUBLIC_URL: 'https://campus.test//' }
  const returnTo = 'https://campus.test/api/university/back'
  const oidc = { ...back, OIDC_ISSUER: 'https://id.test/a/b/', OIDC_CLIENT_ID: 'campus' }

  test('the university’s sign-in is configured as none, as OpenID Connect or as CAS', () => {
    expect(settings({}).university).toBeUndefined()
    expect(settings(back).university).toBeUndefined()
    const usual = { type: 'oidc', issuer: 'https://id.test/a/b', clientId: 'campus', returnTo }
    expect(settings(oidc).university).toEqual({
      ...usual,
      clientSecret: undefined,
      scope: 'openid profile',
      claim: 'sub',
    })
    const own = {
      OIDC_CLIENT_SECRET: ' very-secret ',
      OIDC_SCOPE: 'a openid b',
      OIDC_NUMBER_CLAIM: 'number',
    }
    expect(settings({ ...oidc, ...own }).university).toEqual({
      ...usual,
      clientSecret: 'very-secret',
      scope: 'a openid b',
      claim: 'number',
    })
    const cas = { ...back, CAS_URL: 'https://cas.test/cas/' }
    const read = { type: 'cas', url: 'https://cas.test/cas', returnTo }
    expect(settings(cas).university).toEqual({ ...read, attribute: '' })
    expect(settings({ ...cas, CAS_NUMBER_ATTRIBUTE: 'no' }).university).toEqual({
      ...read,
      attribute: 'no',
    })
  })

  test.each(['openid', 'openid profile', 'profile openid'])(
    'the university’s sign-in accepts the scope "%s"',
    (scope) => {
      expect(settings({ ...oidc, OIDC_SCOPE: scope }).university).toMatchObject({ scope })
    },
  )

  test.each(['profile', 'openidx', 'xopenid', 'profile,openid'])(
    'the university’s sign-in refuses the scope "%s"',
    (scope) => {
      expect(sentences({ ...oidc, OIDC_SCOPE: scope })).toEqual([
        'OIDC_SCOPE must name openid, as in: openid profile.',
      ])
    },
  )

  test.each(['http://localhost', 'http://127.0.0.1:81', 'http://[::1]/x', 'http://localhost/x'])(
    'the university’s sign-in can be on this machine: %s',
    (issuer) => {
      expect(settings({ ...oidc, OIDC_ISSUER: issuer }).university).toMatchObject({ issuer })
    },
  )

  test.each([
    'http://id.test',
    'http://localhost.id.test',
    'http://localhost:x@id.test',
    'http://127.0.0.1:x@id.test/path',
    'xhttp://localhost',
    'id.test',
    'https://',
  ])(
    'the university’s sign-in refuses an address that is unencrypted or has no host: %s',
    (address) => {
      const sentence = (name: string) =>
        `${name} must be a whole https address such as https://host/path; http only on this machine itself.`
      expect(sentences({ ...oidc, OIDC_ISSUER: address })).toEqual([sentence('OIDC_ISSUER')])
      expect(sentences({ ...back, CAS_URL: address })).toEqual([sentence('CAS_URL')])
      expect(sentences({ ...oidc, PUBLIC_URL: address })).toEqual([sentence('PUBLIC_URL')])
    },
  )

  test('the university’s sign-in needs all of its settings, and refuses settings of the other protocol', () => {
    expect(sentences({ OIDC_ISSUER: 'https://id.test' })).toEqual([
      'OIDC_ISSUER needs OIDC_CLIENT_ID, PUBLIC_URL.',
    ])
    expect(sentences({ CAS_URL: 'https://cas.test' })).toEqual(['CAS_URL needs PUBLIC_URL.'])
    for (const name of ['OIDC_CLIENT_SECRET', 'OIDC_SCOPE', 'OIDC_NUMBER_CLAIM'])
      expect(sentences({ ...back, CAS_URL: 'https://cas.test', [name]: 'openid' })).toEqual([
        `${name} cannot be set without OIDC_ISSUER.`,
      ])
  })
})

describe('settings of real payments', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const own = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const theirs = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const pay = {
    ...NONE,
    ...HOST,
    PAYMENT_PROVIDER: 'wechatpay',
    WECHATPAY_MERCHANT_ID: ' m ',
    WECHATPAY_SERIAL: 's',
    WECHATPAY_PRIVATE_KEY_FILE: file('own.pem', own),
    WECHATPAY_API_KEY: 'k'.repeat(32),
    WECHATPAY_PLATFORM_SERIAL: 'p',
    WECHATPAY_PLATFORM_KEY_FILE: file('theirs.pem', theirs),
    WECHATPAY_API_URL: 'https://pay.test/',
    WECHATPAY_NOTIFY_URL: 'https://campus.test/x/payment/notify',
  }

  test('WeChat Pay is configured by its keys; without keys there is no payment service, or the sandbox', () => {
    expect(settings(pay).gateway).toEqual({
      type: 'wechatpay',
      appId: 'wx1',
      merchantId: 'm',
      serial: 's',
      privateKey: own,
      apiKey: 'k'.repeat(32),
      platformKeys: [{ serial: 'p', key: theirs }],
      apiUrl: 'https://pay.test/',
      notifyUrl: 'https://campus.test/x/payment/notify',
    })
    expect(settings(NONE).gateway).toEqual({ type: 'none' })
    expect(settings({}).gateway).toEqual({ type: 'sandbox' })
  })

  test.each(['WECHATPAY_PRIVATE_KEY_FILE', 'WECHATPAY_PLATFORM_KEY_FILE'])(
    'the server does not start with an invalid %s',
    (name) => {
      const sentence = `${name} must name a readable file with a key in PEM form.`
      expect(sentences({ ...pay, [name]: join(folder, 'none.pem') })).toEqual([sentence])
      expect(sentences({ ...pay, [name]: file('odd.pem', 'no key') })).toEqual([sentence])
    },
  )

  test('WeChat Pay accepts several platform keys during a rotation, and the first is named in requests', () => {
    const [old, next] = [file('old.pem', theirs), file('next.pem', theirs)]
    const said = settings({
      ...pay,
      WECHATPAY_EXTRA_PLATFORM_KEYS: ` 5D3F=${old} , PUB_KEY_ID_01=${next},`,
    }).gateway
    expect(said).toMatchObject({
      platformKeys: [
        { serial: 'p', key: theirs },
        { serial: '5D3F', key: theirs },
        { serial: 'PUB_KEY_ID_01', key: theirs },
      ],
    })
    for (const extra of [
      '5D3F',
      `=${old}`,
      `5D3F=${join(folder, 'none.pem')}`,
      `5D3F=${file('odd.pem', 'no key')}`,
    ])
      expect(sentences({ ...pay, WECHATPAY_EXTRA_PLATFORM_KEYS: extra })).toEqual([
        'WECHATPAY_EXTRA_PLATFORM_KEYS must be pairs serial=file, separated by commas; each file a readable key or certificate in PEM form.',
      ])
    for (const serial of ['s', 'p'])
      expect(sentences({ ...pay, WECHATPAY_EXTRA_PLATFORM_KEYS: `${serial}=${old}` })).toEqual([
        'WECHATPAY_SERIAL, WECHATPAY_PLATFORM_SERIAL and WECHATPAY_EXTRA_PLATFORM_KEYS must name different serial numbers.',
      ])
  })

  test.each([
    'http://campus.test/payment/notify',
    'https://campus.test/payment/notify/more',
    'https://campus.test/payment/notice',
    'wss+https://campus.test/payment/notify',
  ])('the notice address of payments is refused: %s', (url) => {
    expect(sentences({ ...pay, WECHATPAY_NOTIFY_URL: url })).toEqual([
      'WECHATPAY_NOTIFY_URL must be an https address that ends in /payment/notify.',
    ])
  })

  test('WeChat Pay needs keys of the right length and absolute addresses', () => {
    expect(sentences({ ...pay, WECHATPAY_API_KEY: 'k'.repeat(31) })).toEqual([
      'WECHATPAY_API_KEY must have 32 characters.',
    ])
    expect(sentences({ ...pay, WECHATPAY_API_URL: 'pay.test' })).toEqual([
      'WECHATPAY_API_URL must be a whole address such as https://host/path.',
    ])
  })
})
