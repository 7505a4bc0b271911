import type { devices } from '#contract/devices'
import { devicesTexts } from '#i18n/devices'
import { byStaff, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { revoke } from '../../platform/sessions/session.ts'
import { noteDeed } from '../office/face.ts'
import { findDevices, isDevice } from './store.ts'

const PAGE = 50

/** The devices that carry rosters, and the end of their sign-ins by the office's word. */
export const devicesHandlers: Handlers<typeof devices> = {
  list: byStaff(async ({ db, input: { find, after }, now }) => {
    const offset = /^\d{1,6}$/.test(after) ? Number(after) : 0
    const found = await findDevices(db, { find, offset, most: PAGE + 1, now })
    const next = found.length > PAGE ? String(offset + PAGE) : ''
    return good({ devices: found.slice(0, PAGE), next })
  }),

  revoke: byStaff(async ({ db, input: { id, reason }, staff, now }) => {
    const whose = (await isDevice(db, id, now)) ? await revoke(db, id, now) : undefined
    if (whose === undefined) return refused(devicesTexts.gone)
    const about = `staff:${whose}`
    await noteDeed(db, { staff: staff.code, action: 'devices.revoke', about, reason, now })
    return good({})
  }),
}
