import { runJourneys } from './support/journeys-on.ts'

runJourneys('firefox')
