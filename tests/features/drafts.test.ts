import { expect, test, vi } from 'vitest'
import { formDrafts } from '#app/lib/outbox/drafts.ts'

vi.mock('#app/lib/session/session.ts', () => ({ currentSession: () => ({ subject: 'S1' }) }))
vi.mock('#app/lib/outbox/engine.ts', () => {
  throw new Error('The network is gone.')
})

test('a draft is not saved, and deletes nothing, while its code cannot be loaded', async () => {
  expect(await formDrafts.save('travel', {})).toBe(false)
  expect(await formDrafts.read('travel')).toBeUndefined()
  await formDrafts.drop('travel')
})
