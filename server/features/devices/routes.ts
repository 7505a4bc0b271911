import type { devices } from '#contract/devices'
import { devicesTexts } from '#i18n/devices'
import { staffHandler, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { revokeStaffDevice } from '../../platform/sessions/session.ts'
import { auditedHandler } from '../office/public.ts'
import { findRosterDevices, isRosterDevice } from './store.ts'

const PAGE = 50

/** The handlers of the devices that have a roster; the office can end their sessions. */
export const devicesHandlers: Handlers<typeof devices> = {
  list: staffHandler(async ({ db, input: { find, after }, now }) => {
    const offset = /^\d{1,6}$/.test(after) ? Number(after) : 0
    const found = await findRosterDevices(db, { find, offset, most: PAGE + 1, now })
    const next = found.length > PAGE ? String(offset + PAGE) : ''
    return succeed({ devices: found.slice(0, PAGE), next })
  }),

  revoke: auditedHandler(async ({ db, input: { id, reason }, now, audit }) => {
    const whose = (await isRosterDevice(db, id, now))
      ? await revokeStaffDevice(db, id, now)
      : undefined
    if (whose === undefined) return refuse(devicesTexts.gone)
    const about = `staff:${whose}`
    await audit({ action: 'devices.revoke', about, reason })
    return succeed({})
  }),
}
