// Who is expected, whose arrivals somebody may see, and what arrivals are looked at with.
export { expected, housesOf, type Wanted } from './expected.ts'
