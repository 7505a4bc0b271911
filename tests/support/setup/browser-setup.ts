import { afterEach } from 'vitest'
import { closeCampusesAfterTest } from '../browser/browser-campus.ts'
import { closePhonesAfterTest } from '../browser/chromium.ts'

// Here, since it runs anew for each file of tests; the modules themselves are loaded once.
afterEach(closePhonesAfterTest)
afterEach(closeCampusesAfterTest)
