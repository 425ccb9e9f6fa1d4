/** Which presets of the tagging schema are kinds of business, and what the schema does not say about them. */

/** Top-level groups that hold businesses, in the order in which ties are broken. */
export const BUSINESS_GROUPS = [
  'amenity',
  'shop',
  'craft',
  'tourism',
  'office',
  'leisure',
  'healthcare',
  'club',
  'education',
  'landuse',
  'man_made',
  'aeroway',
  'public_transport',
  'emergency',
  'telecom',
  'attraction',
  'historic',
]

/** Presets without contact fields, or outside the groups' habits, that are places of business all the same. */
export const EXTRA_PRESETS = new Set([
  'amenity/charging_station',
  'amenity/ferry_terminal',
  'amenity/boat_storage',
  'amenity/funeral_hall',
  'amenity/nursing_home',
  'amenity/photo_booth',
  'historic/castle',
  'leisure/summer_camp',
  'leisure/fishing',
  'leisure/track/horse_racing',
])

/** Has opening hours or a phone, but nobody there to sell to. */
export const NOT_A_BUSINESS = new Set([
  'amenity',
  'amenity/bicycle_parking/building',
  'amenity/device_charging_station',
  'amenity/dog_toilet',
  'amenity/dressing_room',
  'amenity/give_box',
  'amenity/grave_yard',
  'amenity/luggage_locker',
  'amenity/parcel_locker',
  'amenity/payment_terminal',
  'amenity/polling_station',
  'amenity/public_bookcase',
  'amenity/sanitary_dump_station',
  'amenity/shower',
  'amenity/smoking_area',
  'amenity/telephone',
  'amenity/trolley_bay',
  'amenity/vacuum_cleaner',
  'amenity/water_point',
  'amenity/watering_place',
  'emergency/defibrillator',
  'landuse/basin',
  'landuse/churchyard',
  'landuse/construction',
  'landuse/forest',
  'landuse/garages',
  'landuse/recreation_ground',
  'landuse/religious',
  'landuse/reservoir',
  'leisure',
  'leisure/bird_hide',
  'leisure/dog_park',
  'leisure/hot_tub',
  'leisure/slipway',
  'leisure/slipway_drivable',
  'leisure/garden/residential',
  'shop/vacant',
  'tourism',
  'tourism/camp_site/backcountry',
  'tourism/picnic_site',
])

/** Families of such presets. */
export const PUBLIC_FURNITURE = [
  'amenity/parking',
  'amenity/recycling/container',
  'amenity/recycling_container',
  'amenity/toilets',
  'attraction/',
  'historic/memorial',
  'landuse/military',
  'landuse/meadow_orchard',
  'leisure/fitness_station',
  'man_made/footwear_decontamination',
  'man_made/tower',
]

/** Everyday words for a kind that the schema does not know as a name (compared in singular and plural). */
export const EXTRA_NAMES: Record<string, string[]> = {
  'amenity/bar': ['taproom', 'tap room', 'cocktail bar', 'wine bar'],
  'amenity/biergarten': ['beer garden'],
  'amenity/cafe': ['coffee shop', 'coffee bar', 'coffee house'],
  'amenity/clinic': ['medical clinic', 'medical centre'],
  'amenity/dentist': ['dental clinic', 'dental practice', 'dental office', 'dental surgery'],
  'amenity/doctors': ['physician', 'medical practice', 'general practitioner'],
  'amenity/place_of_worship/christian': ['church', 'chapel'],
  'amenity/pub/microbrewery': ['brew pub'],
  'amenity/restaurant': ['eatery', 'bistro'],
  'amenity/veterinary': ['vet', 'animal hospital', 'animal clinic', 'veterinary clinic'],
  'craft/brewery': ['brewery', 'microbrewery', 'brewing company', 'Brauerei', 'brouwerij', 'birrificio'],
  'craft/hvac': ['heating contractor', 'air conditioning contractor', 'heating and cooling'],
  'leisure/fitness_centre': ['fitness', 'fitness studio', 'fitness club', 'health club'],
  'office/accountant': ['accounting', 'accounting firm', 'bookkeeper', 'bookkeeping'],
  'office/advertising_agency': ['advertising', 'marketing', 'marketing agency', 'digital agency'],
  'office/consulting': ['consulting firm', 'management consultant'],
  'office/estate_agent': ['real estate agency', 'real estate agent', 'realtor', 'estate agency'],
  'office/insurance': ['insurance agency', 'insurance agent', 'insurance broker', 'insurance company'],
  'office/it': ['it service', 'it company', 'software company', 'software development', 'web design'],
  'office/lawyer': ['law firm', 'legal service'],
  'shop/beauty': ['beauty salon', 'day spa'],
  'shop/car_repair': ['auto repair', 'automotive repair', 'car service', 'garage'],
  'shop/supermarket': ['grocery', 'grocer'],
}

/** Kinds that are a sort of another kind although their ids do not say so: a search for the first finds them. */
export const NARROWER: Record<string, string[]> = {
  'craft/brewery': ['amenity/pub/microbrewery', 'man_made/works/brewery'],
}
