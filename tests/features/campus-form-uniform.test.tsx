import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listExportableItems } from '#app/lib/outbox/outbox.ts'
import { publishTestForm, question, wording } from '#tests/support/backend/campus-forms.ts'
import {
  goOffline,
  goOnline,
  openApp,
  openScreenCampus,
  type RenderedApp,
} from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const STUDENT = 'S990001'
const BUILT_IN = '/militaryTrainingClothing/4/990001'
const WRITTEN_AGAIN = '/campusForm/uniform/990001'
const choices = (names: readonly string[]) => names.map((name) => ({ name, label: wording(name) }))
const one = (name: string, label: string) =>
  question(name, 'selectOne', { label: wording(label), choices: name, required: true })

beforeEach(async () => {
  const { db } = campus.backend()
  for (const table of ['uniform_line', 'uniform_order', 'step_done'] as const)
    await db.deleteFrom(table).where('student_code', '=', STUDENT).execute()
  await publishTestForm(campus.backend(), 'uniform', {
    title: wording('军训服装'),
    items: [
      {
        type: 'section',
        name: 'sizes',
        label: wording('尺码'),
        items: [
          one('coat', '上衣'),
          one('trousers', '裤子'),
          one('cap', '帽子'),
          one('shoes', '鞋'),
        ],
      },
      one('colour', '颜色'),
      question('remark', 'text', { label: wording('备注'), isLong: true }),
    ],
    choices: {
      coat: choices(['170', '175', '180']),
      trousers: choices(['165', '170']),
      cap: choices(['M', 'L']),
      shoes: choices(['41', '42']),
      colour: choices(['军绿', '迷彩']),
    },
  })
})

/** What a student meets on the way through a form, in words. */
async function walk(address: string): Promise<string[]> {
  const met: string[] = []
  const app: RenderedApp = await openApp(address, { as: '990001' })
  const pick = async (group: string, option: string) =>
    app.user.click(
      within(await screen.findByRole('group', { name: group })).getByRole('radio', {
        name: option,
      }),
    )
  const press = async (name: string) => app.user.click(await screen.findByRole('button', { name }))
  met.push((await screen.findByRole('heading', { level: 1, name: '军训服装' })).textContent)
  await pick('上衣', '175')
  goOffline(campus)
  await press('提交')
  met.push((await screen.findByText(/^有 \d 处需要修改$/)).textContent)
  met.push(
    String(document.activeElement?.closest('fieldset')?.querySelector('legend')?.textContent),
  )
  await pick('裤子', '170')
  await pick('帽子', 'M')
  await pick('鞋', '42')
  await pick('颜色', '军绿')
  await press('提交')
  met.push((await screen.findByRole('heading', { name: /已保存在本机/ })).textContent)
  await app.restart(address)
  met.push((await screen.findByText(/下面是您最后填写的内容/)).textContent)
  await screen.findByRole('button', { name: '修改' })
  const chosen = within(await screen.findByRole('group', { name: '鞋' }))
  met.push(String(chosen.getByRole<HTMLInputElement>('radio', { name: '42' }).checked))
  await app.restart('/outbox')
  met.push(String((await screen.findAllByText('军训服装'))[0]?.textContent))
  goOnline(campus)
  met.push((await screen.findByRole('heading', { name: '学校已收到' })).textContent)
  await waitFor(() => expect(listExportableItems()).toEqual([]))
  met.push(String((await screen.findAllByText(/回执/))[0]?.textContent.includes('回执')))
  cleanup()
  return met
}

test('the uniform written again as a campus form is filled in, corrected, kept, sent and confirmed as the built-in one', async () => {
  const builtIn = await walk(BUILT_IN)
  expect(builtIn).toHaveLength(9)
  expect(await walk(WRITTEN_AGAIN)).toEqual(builtIn)
})
