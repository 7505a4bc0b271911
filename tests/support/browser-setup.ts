import { afterEach } from 'vitest'
import { tidyPhones } from './chromium.ts'
import { tidyCampuses } from './journey.ts'

// Here, since it runs anew for each file of tests; the modules themselves are loaded once.
afterEach(tidyPhones)
afterEach(tidyCampuses)
