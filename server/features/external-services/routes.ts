import type { CallOutput } from '#contract/call'
import type { externalServices, ExternalService } from '#contract/external-services'
import { isPhoneAbroad, MOBILE_PATTERN, normalizePhone } from '#contract/phones'
import { externalServiceServerTexts as texts } from '#i18n/external-services-server'
import { refusalTexts } from '#i18n/refusals'
import type { PaymentGateway } from '../../payment-gateways/payment-gateway.ts'
import type { Db } from '../../platform/database/db.ts'
import type { MessagingHost } from '../../platform/host/host.ts'
import {
  type HandlerRequest,
  type HandlerResult,
  type HandlerServices,
  type Handlers,
  refuse,
  staffHandler,
  succeed,
} from '../../platform/http/handler.ts'
import { maskPhone } from '../../platform/masks.ts'
import type { ServiceAnswer } from '../../platform/service-answer.ts'
import type { MessagingAppSettings, Settings } from '../../platform/settings/settings.ts'
import { deliverSmsNow } from '../../platform/sms/delivery-worker.ts'
import { recordAuditEntry } from '../office/public.ts'
import { advanceTrial, findTrial, findTrials, startTrial } from '../payment-trials/public.ts'
import { findSchool } from '../school/public.ts'

const TRIAL_SECONDS = 600

/** What the log says about a trial: the telephone, masked, or the answer of the service. */
type TrialLog = { readonly phone: string } | { readonly answer: string }

/** The handlers of the services outside the product, for the administrator. */
export const externalServiceHandlers = (
  gateway: PaymentGateway,
): Handlers<typeof externalServices> => ({
  list: staffHandler(async ({ caller, staff, tools }) =>
    succeed({
      services: describeServices(tools.settings),
      phone: maskPhone(staff.phone ?? ''),
      messagingApp: serviceOfHost(findOwnHost(tools, caller)?.type),
    }),
  ),

  try: staffHandler(async (ask) => {
    const { input, caller, staff, db, now, tools } = ask
    const logTrial = async (details: TrialLog) => {
      await recordAuditEntry(db, {
        staff: staff.code,
        action: 'externals.try',
        details: { trial: input.trial, ...details },
        now,
      })
    }
    if (input.trial === 'sms') return trySms(ask, logTrial)
    const seconds = await tools.limits.customerService.consume(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const answer = await tryConnection(ask)
    if (answer === undefined) return refuse(texts.notConfigured)
    if (answer === 'no-account') return refuse(texts.notInMessagingApp)
    await logTrial({ answer: answer.code })
    return succeed({ ok: answer.ok, answer: answer.code, shown: '' })
  }),

  payments: async ({ db, now }) =>
    succeed({
      trials: (await findTrials(db)).map((trial) => ({
        number: trial.number,
        state: trial.state,
        link: trial.state === 'waiting' && trial.expires_at > now ? trial.link : '',
        at: trial.created_at.toISOString(),
        by: trial.by,
        transaction: trial.transaction,
        stages: trial.stages.map(({ stage, code, first_at, last_at, times }) => ({
          stage,
          code,
          first: first_at.toISOString(),
          last: last_at.toISOString(),
          times,
        })),
      })),
    }),

  pay: staffHandler(async ({ caller, staff, db, now, tools }) => {
    if (tools.settings.gateway.type === 'none') return refuse(texts.notConfigured)
    const seconds = await tools.limits.payments.consume(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const school = (await findSchool(db)).name || tools.settings.schoolName
    const number = await startTrial(
      { db, gateway, clock: tools.clock },
      {
        by: staff.code,
        subject: texts.subject.zh(school),
        record: async (tx, made) => {
          await recordAuditEntry(tx, {
            staff: staff.code,
            action: 'externals.pay',
            details: { order: made },
            now,
          })
        },
      },
    )
    return succeed({ number })
  }),

  proceed: staffHandler(async ({ input: { number }, caller, db, tools }) => {
    if ((await findTrial(db, number)) === undefined) return refuse(refusalTexts.notFound)
    const seconds = await tools.limits.payments.consume(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    await advanceTrial({ db, gateway, clock: tools.clock }, number)
    return succeed({})
  }),
})

async function trySms(
  {
    input,
    caller,
    staff,
    db,
    now,
    tools,
  }: Pick<HandlerRequest<{ phone: string }>, 'input' | 'caller' | 'db' | 'now' | 'tools'> & {
    caller: { subject: string }
    staff: { phone: string | null }
  },
  logTrial: (details: TrialLog) => Promise<void>,
): Promise<HandlerResult<CallOutput<typeof externalServices.try>>> {
  const { sms, smsWebhook: webhook } = tools.settings
  if (sms === 'none') return refuse(texts.notConfigured)
  const typed = input.phone === '' ? (staff.phone ?? '') : input.phone
  if (typed === '') return refuse(texts.noPhone)
  const phone = normalizePhone(typed)
  if (!MOBILE_PATTERN.test(phone) && !isPhoneAbroad(phone)) return refuse(texts.wrongPhone)
  const seconds =
    (await tools.limits.smsToPerson.consume(caller.subject)) ??
    (await tools.limits.smsToPhone.consume(phone))
  if (seconds !== undefined) return { type: 'too-many', seconds }
  const text = await trialTextOf(db, tools.settings)
  // It is recorded before the service is asked, because the answer can be lost.
  await logTrial({ phone: maskPhone(phone) })
  if (webhook === undefined) {
    await tools.sms.send(db, { phone, text, now, goodSeconds: TRIAL_SECONDS })
    return succeed({ ok: true, answer: '', shown: text })
  }
  const answer = await deliverSmsNow({ db, clock: tools.clock, webhook }, { phone, text })
  return succeed({ ok: answer.ok, answer: answer.code, shown: '' })
}

async function trialTextOf(db: Db, { schoolName }: Settings): Promise<string> {
  return texts.message.zh((await findSchool(db)).name || schoolName)
}

// Undefined if the service is not configured.
async function tryConnection({
  input: { trial },
  caller,
  db,
  now,
  tools,
}: Pick<HandlerRequest<{ trial: string }>, 'input' | 'db' | 'now' | 'tools'> & {
  caller: Caller
}): Promise<ServiceAnswer | 'no-account' | undefined> {
  const { hosts, university, settings } = tools
  if (trial === 'university') return university?.check()
  if (trial !== 'message-to-self')
    return hosts.all.find(({ type }) => serviceOfHost(type) === trial)?.check()
  if (hosts.all.length === 0) return undefined
  const { openId } = caller.session
  const host = findOwnHost(tools, caller)
  if (openId === null || host === undefined) return 'no-account'
  const text = await trialTextOf(db, settings)
  const sent = await host.sendMessage(db, { openId, text, now })
  const code = { sent: '0', declined: 'DECLINED', unavailable: 'NO_ANSWER' }[sent]
  return { ok: sent === 'sent', code }
}

type Caller = { session: { openId: string | null } }

const findOwnHost = ({ hosts }: Pick<HandlerServices, 'hosts'>, { session }: Caller) =>
  session.openId === null ? undefined : hosts.findByAccount(session.openId)

// The sandbox stands for WeChat.
const serviceOfHost = (type: MessagingHost['type'] | undefined): string =>
  type === 'sandbox' ? 'wechat' : (type ?? '')

/** Describes the settings of each service. No secret is part of it, and of an address only its host. */
export function describeServices({
  sms,
  smsWebhook,
  hosts,
  university,
  gateway,
}: Pick<Settings, 'sms' | 'smsWebhook' | 'hosts' | 'university' | 'gateway'>): ExternalService[] {
  const service = (
    name: ExternalService['name'],
    type: string,
    settings: Readonly<Record<string, string | undefined>>,
  ): ExternalService => ({
    name,
    state: type === 'none' || type === 'sandbox' ? { none: 'off', sandbox: 'sandbox' }[type] : 'on',
    settings: Object.entries(settings).flatMap(([variable, value]) =>
      value === undefined || value === '' ? [] : [{ name: variable, value }],
    ),
  })
  const hostOfType = <Type extends MessagingAppSettings['type']>(type: Type) =>
    hosts.find((host): host is Extract<MessagingAppSettings, { type: Type }> => host.type === type)
  const [wechat, wecom, dingtalk] = [
    hostOfType('wechat'),
    hostOfType('wecom'),
    hostOfType('dingtalk'),
  ]
  const pay = gateway.type === 'wechatpay' ? gateway : undefined
  return [
    service('sms', sms, { SMS_WEBHOOK_URL: hostOf(smsWebhook?.url) }),
    service('wechat', (wechat ?? hostOfType('sandbox'))?.type ?? 'none', {
      WECHAT_APP_ID: wechat?.appId,
      WECHAT_API_URL: hostOf(wechat?.apiUrl),
    }),
    // Most campuses have only one messaging app.
    ...(wecom === undefined
      ? []
      : [
          service('wecom', 'wecom', {
            WECOM_CORP_ID: wecom.corpId,
            WECOM_AGENT_ID: wecom.agentId,
            WECOM_API_URL: hostOf(wecom.apiUrl),
          }),
        ]),
    ...(dingtalk === undefined
      ? []
      : [
          service('dingtalk', 'dingtalk', {
            DINGTALK_CORP_ID: dingtalk.corpId,
            DINGTALK_CLIENT_ID: dingtalk.clientId,
            DINGTALK_AGENT_ID: dingtalk.agentId,
            DINGTALK_API_URL: hostOf(dingtalk.apiUrl),
          }),
        ]),
    service('university', university?.type ?? 'none', {
      OIDC_ISSUER: university?.type === 'oidc' ? university.issuer : undefined,
      OIDC_CLIENT_ID: university?.type === 'oidc' ? university.clientId : undefined,
      CAS_URL: university?.type === 'cas' ? university.url : undefined,
    }),
    service('payment', gateway.type, {
      WECHATPAY_MERCHANT_ID: pay?.merchantId,
      WECHAT_APP_ID: pay?.appId,
      WECHATPAY_SERIAL: pay?.serial,
      WECHATPAY_PLATFORM_SERIAL: pay?.platformKeys.map(({ serial }) => serial).join(', '),
      WECHATPAY_API_URL: hostOf(pay?.apiUrl),
      WECHATPAY_NOTIFY_URL: pay?.notifyUrl,
    }),
  ]
}

// The path of an address can contain a secret.
const hostOf = (url: string | undefined) => (url === undefined ? undefined : new URL(url).host)
