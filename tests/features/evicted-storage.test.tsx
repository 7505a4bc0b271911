import { screen, within } from '@testing-library/react'
import { deleteDB } from 'idb'
import { expect, test } from 'vitest'
import { findCachedCopy } from '#app/lib/cache/cached-query.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import { outboxView } from '#app/lib/outbox/outbox-view.ts'
import { refreshOutbox } from '#app/lib/outbox/outbox.ts'
import { createDraftStore } from '#offline/outbox/drafts'
import { createOutbox } from '#offline/outbox/outbox'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { sampleTravel } from '#tests/support/offline/offline-page.ts'
import { goOffline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'
import { waitUntil } from '#tests/support/setup/wait-until.ts'

const campus = openScreenCampus()
const record = () => sampleTravel({ student: 'S990001', remark: '还没有提交' })

async function waitingPage() {
  const app = await openApp('/', { as: '990001' })
  goOffline(campus)
  const page = openOutboxDatabase()
  await createOutbox({ database: page }).add({
    form: 'travel',
    subject: 'S990001',
    payload: record(),
  })
  await page.close()
  await refreshOutbox()
  expect(outboxView.get().items).toHaveLength(1)
  return app
}

/** Delete the outbox's database, as a browser does when it is short of space. */
const evict = () => deleteDB('baodao-outbox')

test('when the browser evicts the outbox under an open page, the page saves its items again under their keys and says so [OFF-14]', async () => {
  const app = await waitingPage()
  const [before] = outboxView.get().items
  await evict()
  document.dispatchEvent(new Event('visibilitychange'))
  await refreshOutbox()
  const stored = await createOutbox({ database: openOutboxDatabase() }).list('S990001')
  expect(stored).toMatchObject([{ key: before?.key, order: before?.order, payload: record() }])
  await app.user.click(await screen.findByRole('link', { name: /本机内容被清理/ }))
  const told = await screen.findByRole('alert')
  expect(within(told).getByText(/还保留着 1 份未提交的内容，已重新保存/)).toBeTruthy()
  await app.user.click(within(told).getByRole('button', { name: '知道了' }))
  expect(screen.queryByText(/已重新保存/)).toBeNull()
})

test('after an eviction an open page writes its drafts and cached reads again, but no discarded draft [OFF-14 OFF-07]', async () => {
  const app = await openApp('/searchscore/880001', { as: '880001' })
  await screen.findAllByRole('rowheader')
  await formDrafts.save('advice', '食堂排队太久')
  await formDrafts.save('transfer', '写了一半')
  await formDrafts.drop('transfer')
  await refreshOutbox()
  await Promise.all([evict(), deleteDB('baodao-reads')])
  document.dispatchEvent(new Event('visibilitychange'))
  await refreshOutbox()
  const read = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ options, state }) => options.persister !== undefined && state.data !== undefined)
  expect(read.length).toBeGreaterThan(2)
  await waitUntil(async () => {
    for (const { queryKey } of read)
      expect(await findCachedCopy(queryKey), queryKey.join(' ')).toBeDefined()
  })
  // From here on the reads exist on the disk only.
  queryClient.clear()
  goOffline(campus)
  await app.restart()
  expect((await screen.findAllByRole('rowheader')).length).toBeGreaterThan(1)
  await app.restart('/advice')
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('食堂排队太久')
  const disk = createDraftStore({ database: openOutboxDatabase() })
  expect(await disk.read('S880001', 'advice')).toMatchObject({ values: '食堂排队太久' })
  expect(await disk.read('S880001', 'transfer')).toBeUndefined()
})

test('an item submitted after an eviction is ordered behind the earlier items', async () => {
  await waitingPage()
  const [before] = outboxView.get().items
  await evict()
  const saved = await (
    await import('#app/lib/outbox/outbox.ts')
  ).submitToOutbox({ form: 'family', payload: {}, key: 'a-key-of-now' })
  if (saved.type !== 'saved') throw new Error('not saved')
  expect(saved.order).toBeGreaterThan(before?.order ?? 0)
  const stored = await createOutbox({ database: openOutboxDatabase() }).list('S990001')
  expect(stored.map(({ form }) => form)).toEqual(['travel', 'family'])
})

test('after an eviction and a reload the outbox says how many items were lost, until that message is dismissed [OFF-14]', async () => {
  const app = await waitingPage()
  // Empty the view: the page was closed when the browser evicted the database.
  outboxView.set({ items: [], topLevelItems: [], receipts: [], unsentCount: 0 })
  await evict()
  await app.restart('/outbox')
  // The next start finds no database and reads the outbox.
  await refreshOutbox()
  const told = await screen.findByText(/有 1 份内容没有提交就被清理了/)
  expect(told).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '知道了' }))
  await app.restart('/outbox')
  expect(screen.queryByText(/没有提交就被清理/)).toBeNull()
})
