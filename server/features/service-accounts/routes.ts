import { allDownloads } from '#contract/index'
import {
  MAX_SERVICE_ACCOUNTS,
  MAX_TOKEN_DAYS,
  type serviceAccounts,
} from '#contract/service-accounts'
import { CALL_SCOPES, exportNameOf, exportScope, importScope } from '#contract/service-scopes'
import { auditActionTexts } from '#i18n/audit-actions'
import { serviceAccountTexts, serviceScopeTexts } from '#i18n/service-accounts'
import type { Language } from '#i18n/translate'
import { addSeconds, DAY_SECONDS, startOfDay } from '../../platform/clock.ts'
import { type Handlers, refuse, succeed } from '../../platform/http/handler.ts'
import { createServiceToken, parseNetwork } from '../../platform/sessions/service-token.ts'
import { importKinds } from '../imports/public.ts'
import { auditedHandler } from '../office/public.ts'
import {
  countValidServiceAccounts,
  insertServiceAccount,
  listServiceAccounts,
  revokeServiceAccount,
} from './store.ts'

const texts = serviceAccountTexts

/** The handlers of the accounts of other systems. */
export const serviceAccountHandlers: Handlers<typeof serviceAccounts> = {
  list: async ({ db, language, now }) =>
    succeed({
      accounts: (await listServiceAccounts(db, now)).map((row) => ({
        code: row.code,
        name: row.name,
        hint: row.token_hint,
        scopes: row.scopes,
        addresses: row.addresses,
        perMinute: row.per_minute,
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        usedAt: row.used_at?.toISOString() ?? '',
        usedFrom: row.used_from,
        revokedAt: row.revoked_at?.toISOString() ?? '',
      })),
      scopes: listScopes(language),
    }),

  create: auditedHandler(async ({ db, input, now, language, audit }) => {
    const known = new Set(listScopes(language).map(({ name }) => name))
    if (input.scopes.some((scope) => !known.has(scope))) return refuse(texts.unknownScope)
    const addresses = input.addresses.split(/[\s,，;；、]+/).filter((text) => text !== '')
    const wrong = addresses.find((text) => parseNetwork(text) === undefined)
    if (wrong !== undefined)
      return {
        type: 'invalid',
        issues: [{ path: 'addresses', message: texts.addressWrong[language](wrong) }],
      }
    // The token is valid to the end of its last day.
    const expiresAt = startOfDay(input.lastDay, 1)
    if (expiresAt <= now || expiresAt > addSeconds(now, MAX_TOKEN_DAYS * DAY_SECONDS))
      return {
        type: 'invalid',
        issues: [{ path: 'lastDay', message: texts.lastDayWrong[language] }],
      }
    if ((await countValidServiceAccounts(db, now)) >= MAX_SERVICE_ACCOUNTS)
      return refuse(texts.tooMany)
    const token = createServiceToken()
    const scopes = [...new Set(input.scopes)]
    const code = await insertServiceAccount(db, {
      name: input.name,
      token,
      scopes,
      addresses,
      perMinute: input.perMinute,
      expiresAt,
      now,
    })
    await audit({
      action: 'services.create',
      about: `staff:${code}`,
      details: { scopes, addresses, perMinute: input.perMinute, lastDay: input.lastDay },
    })
    return succeed({ token })
  }),

  revoke: auditedHandler(async ({ db, input: { code, reason }, now, audit }) => {
    if (!(await revokeServiceAccount(db, code, now))) return refuse(texts.gone)
    const about = `staff:${code}`
    await audit({ action: 'services.revoke', about, reason })
    return succeed({})
  }),
}

// Every export and every import kind is a scope, so that a new one needs no line here.
const listScopes = (language: Language): { name: string; title: string }[] => [
  ...Object.keys(CALL_SCOPES).map((name) => ({
    name,
    title: new Map(Object.entries(serviceScopeTexts)).get(name)?.[language] ?? name,
  })),
  ...allDownloads.flatMap((call) => {
    const name = exportNameOf(call)
    return name === undefined
      ? []
      : [{ name: exportScope(name), title: auditActionTexts[language](`exports.${name}`) }]
  }),
  ...importKinds.map((kind) => ({
    name: importScope(kind.name),
    title: texts.importOf[language](kind.title[language]),
  })),
]
