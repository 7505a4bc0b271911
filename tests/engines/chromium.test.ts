import { journeysOn } from './support/journeys-on.ts'

journeysOn('chromium')
