import { afterEach } from 'vitest'
import { closeCampusesAfterTest } from '../browser/browser-campus.ts'
import { closePhonesAfterTest } from '../browser/chromium.ts'

// This is registered here because the setup file runs for each test file, whereas modules are
// loaded once.
afterEach(closePhonesAfterTest)
afterEach(closeCampusesAfterTest)
