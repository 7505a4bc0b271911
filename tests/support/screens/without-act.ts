import { getConfig } from '@testing-library/react'

/**
 * Run a part of a test as in a browser: React renders deferred updates in tasks of their own.
 * Elsewhere in the tests `act` renders them together with the event.
 */
export const withoutAct = (part: () => Promise<void>): Promise<void> =>
  getConfig().asyncWrapper(part)
