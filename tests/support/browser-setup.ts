import { afterEach } from 'vitest'
import { closePhonesAfterTest } from './chromium.ts'
import { closeCampusesAfterTest } from './journey.ts'

// Here, since it runs anew for each file of tests; the modules themselves are loaded once.
afterEach(closePhonesAfterTest)
afterEach(closeCampusesAfterTest)
