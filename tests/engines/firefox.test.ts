import { runTestJourneys } from './support/run-journeys.ts'

runTestJourneys('firefox')
