import { expect } from 'vitest'
import {
  closeSavedSheet,
  locateOutboxTab,
  SECOND_BUILD_MARKER,
  findTravelRecord,
} from '../../support/browser/browser-campus.ts'
import { bindStudent, submitTravel, type TestJourneyRun } from '../support/journey-run.ts'

/**
 * Deploy a new version while a form waits, accept the update, and check that the form arrives once.
 */
export async function updateWhileFormWaits(trip: TestJourneyRun): Promise<void> {
  const { campus } = trip
  const phone = await trip.openPhone()
  const { page } = phone
  await bindStudent(phone, trip)
  await submitTravel(phone, trip)
  await closeSavedSheet(page)
  await campus.deploy()
  campus.proxy.addRule(/TravelInformation/, { type: 'status', status: 503 })
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  await page.goto(campus.origin)
  const offer = page.getByRole('region', { name: '有新版本' })
  await offer.getByRole('button', { name: '更新', exact: true }).waitFor()
  expect(await page.content()).not.toContain(SECOND_BUILD_MARKER)
  await offer.getByRole('button', { name: '更新', exact: true }).click()
  const isSecond = () =>
    page.content().then(
      (text) => text.includes(SECOND_BUILD_MARKER),
      // The content cannot be read while the new version is loading.
      () => false,
    )
  await expect.poll(isSecond).toBe(true)
  await locateOutboxTab(page, 1).waitFor()
  // Firefox aborts a navigation that coincides with the end of a reload (NS_BINDING_ABORTED).
  await page.waitForFunction(() => document.readyState === 'complete')

  campus.proxy.clearRules()
  await page.goto(`${campus.origin}/outbox`)
  await page.getByRole('heading', { name: '学校已收到' }).waitFor()
  const { records, answers } = await findTravelRecord(campus, '990001')
  expect(records).toMatchObject([{ version: 1 }])
  expect(answers).toHaveLength(1)
}
