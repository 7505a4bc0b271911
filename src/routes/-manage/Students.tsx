import { lazy } from 'react'
import { StudentsScreen } from '#app/features/students/StudentsScreen.tsx'

const forms = {
  family: lazy(async () => ({
    default: (await import('#app/features/family/FamilyDeskScreen.tsx')).FamilyDeskScreen,
  })),
  details: lazy(async () => ({
    default: (await import('#app/features/family/DetailsDeskScreen.tsx')).DetailsDeskScreen,
  })),
  travel: lazy(async () => ({
    default: (await import('#app/features/travel/TravelDeskScreen.tsx')).TravelDeskScreen,
  })),
  uniform: lazy(async () => ({
    default: (await import('#app/features/uniform/UniformDeskScreen.tsx')).UniformDeskScreen,
  })),
  living: lazy(async () => ({
    default: (await import('#app/features/living/LivingDeskScreen.tsx')).LivingDeskScreen,
  })),
}

/** Students, with the forms of other features that the office fills in. */
export const Students = ({ rest }: { rest: string }) => <StudentsScreen rest={rest} forms={forms} />
