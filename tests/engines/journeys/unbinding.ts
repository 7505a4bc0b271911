import { expect } from 'vitest'
import { signIn, findTravelRecord } from '../../support/browser/browser-campus.ts'
import { findPersonalData } from '../../support/browser/personal-data.ts'
import { bindStudent, submitTravel, type TestJourneyRun } from '../support/journey-run.ts'

/**
 * Unbind offline with a waiting item, and check that no data of the student is left for the next
 * one.
 */
export async function unbindOffline(trip: TestJourneyRun): Promise<void> {
  const { campus } = trip
  const phone = await trip.openPhone()
  const { page } = phone
  await bindStudent(phone, trip)
  await submitTravel(phone, trip)
  expect((await findPersonalData(page)).join()).toMatch(/(?<!\d)990001(?!\d)/)
  await page.goto(`${campus.origin}/me`)
  await page.getByRole('group', { name: '外观' }).waitFor()
  await trip.saveScreenshot(page, 'me')
  expect(await page.evaluate(rowsInTwoLines)).toEqual([])
  await page.getByRole('button', { name: '解除绑定' }).click()
  const asked = page.getByRole('dialog', { name: '温馨提示：' })
  await asked.getByText('还有 1 份内容没有提交给学校，解除绑定会丢失。').waitFor()
  await asked.getByRole('button', { name: '放弃并解除绑定' }).click()
  await page.getByText('未绑定').first().waitFor()
  const personal = async () =>
    (await findPersonalData(page)).filter((one) => !/^\w+Storage start-up/.test(one))
  await expect.poll(personal).toEqual([])
  expect((await findPersonalData(page)).join()).not.toMatch(/陈晓雨|(?<!\d)990001(?!\d)|11010120/)

  await campus.proxy.setFault('pass')
  await signIn(page, campus.origin, '880003')
  await page.getByText('周浩然').first().waitFor()
  expect((await findPersonalData(page)).join()).not.toMatch(/陈晓雨|(?<!\d)990001(?!\d)/)
  expect((await findTravelRecord(campus, '990001')).records).toEqual([])
}

/** Runs in the page: returns the settings whose name and choice are on separate lines. */
const rowsInTwoLines = () =>
  [...document.querySelectorAll('[role="group"]')].flatMap(
    ({ firstElementChild, lastElementChild }) => {
      const name = firstElementChild?.getBoundingClientRect()
      const choice = lastElementChild?.getBoundingClientRect()
      const isBeside = name !== undefined && choice !== undefined && name.bottom > choice.top
      return isBeside ? [] : [firstElementChild?.textContent]
    },
  )
