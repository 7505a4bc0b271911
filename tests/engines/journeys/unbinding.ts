import { expect } from 'vitest'
import { signIn, travelOf } from '../../support/journey.ts'
import { remains } from '../../support/remains.ts'
import { bind, submitTravel, type Trip } from '../support/trip.ts'

/** Somebody unbinds in a tunnel although something waits; nothing of them is left for the next. */
export async function unbinding(trip: Trip): Promise<void> {
  const { campus } = trip
  const phone = await trip.phone()
  const { page } = phone
  await bind(phone, trip)
  await submitTravel(phone, trip)
  expect((await remains(page)).join()).toMatch(/(?<!\d)990001(?!\d)/)
  await page.goto(`${campus.origin}/me`)
  await page.getByRole('group', { name: '外观' }).waitFor()
  await trip.picture(page, 'me')
  expect(await page.evaluate(rowsInTwoLines)).toEqual([])
  await page.getByRole('button', { name: '解除绑定' }).click()
  const asked = page.getByRole('dialog', { name: '温馨提示：' })
  await asked.getByText('还有 1 份内容没有提交给学校，解除绑定会丢失。').waitFor()
  await asked.getByRole('button', { name: '放弃并解除绑定' }).click()
  await page.getByText('未绑定').first().waitFor()
  const personal = async () =>
    (await remains(page)).filter((one) => !/^\w+Storage start-up/.test(one))
  await expect.poll(personal).toEqual([])
  expect((await remains(page)).join()).not.toMatch(/陈晓雨|(?<!\d)990001(?!\d)|11010120/)

  await campus.proxy.set('pass')
  await signIn(page, campus.origin, '880003')
  await page.getByText('周浩然').first().waitFor()
  expect((await remains(page)).join()).not.toMatch(/陈晓雨|(?<!\d)990001(?!\d)/)
  expect((await travelOf(campus, '990001')).records).toEqual([])
}

/** Settings whose name does not stand beside its choice. */
const rowsInTwoLines = () =>
  [...document.querySelectorAll('[role="group"]')].flatMap(
    ({ firstElementChild, lastElementChild }) => {
      const name = firstElementChild?.getBoundingClientRect()
      const choice = lastElementChild?.getBoundingClientRect()
      const isBeside = name !== undefined && choice !== undefined && name.bottom > choice.top
      return isBeside ? [] : [firstElementChild?.textContent]
    },
  )
