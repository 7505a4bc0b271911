import { expect, test, vi } from 'vitest'
import { formDrafts } from '#app/lib/outbox/drafts.ts'

vi.mock('#app/lib/session/session.ts', () => ({ currentSession: () => ({ subject: 'S1' }) }))
vi.mock('#app/lib/outbox/engine.ts', () => {
  throw new Error('The network is gone.')
})

test('while the outbox’s code cannot be loaded, saving a draft reports failure, and reading or dropping a draft does nothing', async () => {
  expect(await formDrafts.save('travel', {})).toBe(false)
  expect(await formDrafts.read('travel')).toBeUndefined()
  await formDrafts.drop('travel')
})
