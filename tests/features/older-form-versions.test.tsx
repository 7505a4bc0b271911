import { readFileSync } from 'node:fs'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outboxDatabase, refreshOutboxView } from '#app/lib/outbox/outbox-reader.ts'
import { outboxView } from '#app/lib/outbox/outbox-view.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { travelForm } from '#contract/travel'
import { sampleTravel } from '#tests/support/offline/offline-page.ts'
import { storeItems } from '#tests/support/offline/stored-items.ts'
import {
  bindDemoUser,
  goOffline,
  openScreenCampus,
  openOnboardingStep,
} from '#tests/support/screens/render.tsx'

// Pretend that this release has renamed a field of the travel form from "note" to "remark".
const campus = openScreenCampus()
const released = { ...travelForm }
beforeEach(() =>
  Object.assign(travelForm, {
    schemaVersion: 2,
    upcasters: {
      1: (old: unknown) => {
        const { note, ...rest } = Object(old)
        return { ...rest, remark: note }
      },
    },
  }),
)
afterEach(() => Object.assign(travelForm, released))

const older = (note: string) => {
  const { remark: _remark, ...rest } = sampleTravel({ student: currentSession()?.subject ?? '' })
  return { form: 'travel', subject: rest.student, schemaVersion: 1, payload: { ...rest, note } }
}
const remark = async () => (await screen.findByLabelText<HTMLInputElement>('备注')).value
const regions = http.get('*/regions.json', () =>
  HttpResponse.json(JSON.parse(readFileSync('public/regions.json', 'utf8'))),
)

test('a waiting item of an older release is shown in its form', async () => {
  campus.addFault(regions)
  const app = await openOnboardingStep('/schoolInformation/2/990001', '990001')
  goOffline(campus)
  await storeItems(outboxDatabase, [older('没发出的话')])
  await app.restart('/schoolInformation/2/990001')
  await waitFor(async () => expect(await remark()).toBe('没发出的话'))
})

test('a form that an older release has sent is shown from its receipt until the record is loaded', async () => {
  campus.addFault(regions)
  const app = await openOnboardingStep('/schoolInformation/2/990001', '990001')
  goOffline(campus)
  const { schemaVersion: _none, ...first } = older('收到的话')
  await storeItems(outboxDatabase, [], [{ ...first, deliveredAt: Date.now() + 60_000 }])
  await app.restart('/schoolInformation/2/990001')
  await waitFor(async () => expect(await remark()).toBe('收到的话'))
})

test('an item that no upcaster can read, or that a later release has stored, stays in the outbox unchanged', async () => {
  await bindDemoUser('990001')
  const broken = { ...older('读不懂'), schemaVersion: 0, order: 1 }
  const later = { ...older('以后的话'), schemaVersion: 3, order: 2 }
  const unknown = { ...older('不认识'), form: 'hologram', order: 3 }
  await storeItems(outboxDatabase, [broken, later, unknown])
  await refreshOutboxView()
  expect(outboxView.get().items).toMatchObject([broken, later, unknown])
})
