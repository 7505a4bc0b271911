import { runJourneys } from './support/run-journeys.ts'

runJourneys('webkit')
