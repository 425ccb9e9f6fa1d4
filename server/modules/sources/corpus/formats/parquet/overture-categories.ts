import { resolveCategory } from '#server/modules/core/vocabulary/index.ts'
import { WIDER_CODES } from './overture-parents.ts'

/**
 * Categories by Overture code, where the code's words alone would give another or none: `Contractor` is a
 * builder, `parking` not a depot. Codes missing here are interpreted by their words.
 */
const CODES: Record<string, string> = {
  'shop/beauty':
    'beauty_and_spa esthetician aesthetician eyebrow_service eyelash_service hair_removal laser_hair_removal waxing sugaring threading_service skin_care acne_treatment permanent_makeup makeup_artist body_contouring health_spa medical_spa float_spa halotherapy cryotherapy',
  'shop/hairdresser': 'blow_dry_blow_out_service hair_replacement hair_loss_center',
  'amenity/public_bath': 'public_bath_houses turkish_baths natural_hot_springs',
  'shop/massage': 'massage_therapy',
  'leisure/fitness_centre':
    'gym boot_camp boxing_class cardio_classes barre_classes cycling_classes fitness_trainer ems_training gymnastics_center sports_and_fitness_instruction health_and_wellness_club',
  'leisure/sports_centre':
    'sports_and_recreation_venue active_life martial_arts_club karate_club taekwondo_club kickboxing_club brazilian_jiu_jitsu_club chinese_martial_arts_club muay_thai_club boxing_club climbing_class diving_center scuba_diving_center free_diving_center paddleboarding_center canoe_and_kayak_hire_service virtual_reality_center axe_throwing laser_tag paintball',
  'leisure/stadium': 'stadium_arena hockey_arena cricket_ground',
  'leisure/golf_course': 'golf_club indoor_golf_center',
  'leisure/ice_rink': 'ice_skating_rink skating_rink',
  'leisure/amusement_arcade': 'eatertainment',
  'leisure/indoor_play': 'indoor_playcenter',
  'amenity/community_centre': 'community_center civic_center children_hall scout_hall',
  'amenity/theatre':
    'theaters_and_performance_venues opera_and_ballet comedy_club theatrical_productions performing_arts',
  'amenity/events_venue':
    'venue_and_event_space music_venue topic_concert_venue jazz_and_blues event_planning party_and_event_planning wedding_planning',
  'amenity/conference_centre': 'exhibition_and_trade_center',
  'amenity/gambling': 'bingo_hall betting_center',
  'amenity/restaurant':
    'canteen acai_bowls gastropub soul_food supper_club pancake_house eat_and_drink diner',
  'amenity/fast_food':
    'food_stand friterie street_vendor food_truck sandwich_shop bagel_shop pizza_delivery_service fast_food_restaurant',
  'amenity/cafe': 'coffee_roastery',
  'amenity/bar': 'lounge cidery speakeasy',
  'amenity/ice_cream': 'ice_cream_and_frozen_yoghurt shaved_ice_shop shaved_snow_shop desserts',
  'shop/pastry': 'patisserie_cake_shop cupcake_shop custom_cakes_shop pie_shop macarons',
  'shop/confectionery': 'indian_sweets_shop',
  'shop/bakery': 'flatbread baguettes pretzels',
  'shop/alcohol': 'beer_wine_and_spirits',
  'shop/wine': 'wine_tasting_room wine_wholesaler',
  'shop/butcher': 'meat_shop meat_wholesaler',
  'shop/seafood': 'seafood_market seafood_wholesaler',
  'shop/greengrocer': 'fruits_and_vegetables produce_wholesaler',
  'shop/deli': 'specialty_foods imported_food smokehouse',
  'shop/supermarket':
    'grocery_store specialty_grocery_store asian_grocery_store indian_grocery_store international_grocery_store japanese_grocery_store korean_grocery_store kosher_grocery_store mexican_grocery_store russian_grocery_store organic_grocery_store',
  'shop/health_food': 'health_market',
  'amenity/marketplace': 'farmers_market flea_market night_market market_stall flower_markets',
  'shop/clothes':
    'fashion lingerie_store used_vintage_and_consignment saree_shop sleepwear plus_size_clothing custom_clothing lingerie_wholesaler b2b_apparel',
  'shop/clothes/wedding': 'bridal_shop',
  'shop/bag': 'handbag_stores',
  'shop/leather': 'leather_goods',
  'shop/cosmetics': 'cosmetic_and_beauty_supplies beauty_product_supplier',
  'shop/hairdresser_supply': 'hair_supply_stores',
  'shop/optician': 'sunglasses_store eyewear_and_optician laser_eye_surgery_lasik',
  'shop/hearing_aids': 'hearing_aid_provider hearing_aids',
  'shop/doityourself':
    'home_improvement_store do_it_yourself_store building_supply_store lumber_store welding_supply_store woodworking_supply_store',
  'shop/electrical': 'electrical_supply_store electrical_wholesaler',
  'shop/flooring': 'flooring_store',
  'shop/carpet': 'rug_store',
  'shop/interior_decoration': 'home_decor interior_design',
  'shop/houseware': 'home_goods_store tableware_supplier kitchen_supply_store',
  'shop/kitchen': 'kitchen_and_bath',
  'shop/bathroom_furnishing': 'bathroom_fixture_stores',
  'shop/bed': 'bedding_and_bath_stores',
  'shop/furniture': 'furniture_accessory_store furniture_wholesalers furniture_manufacturers',
  'shop/swimming_pool': 'hot_tubs_and_pools pool_and_hot_tub_services',
  'shop/garden_centre': 'nursery_and_gardening hydroponic_gardening',
  'shop/window_blind': 'window_treatment_store shades_and_blinds',
  'shop/craft': 'art_supply_store craft_shop handicraft_shop',
  'shop/sewing': 'embroidery_and_crochet knitting_supply',
  'shop/music': 'music_and_dvd_store vinyl_record_store',
  'shop/musical_instrument': 'guitar_store musical_instrument_services piano_services',
  'shop/party': 'party_supply costume_store',
  'shop/erotic': 'adult_store',
  'shop/weapons': 'gun_and_ammo gunsmith',
  'shop/herbalist': 'herbal_shop',
  'shop/pet': 'bird_shop reptile_shop',
  'shop/agrarian': 'agricultural_seed_store livestock_feed_and_supply_store farm_equipment_and_supply',
  'shop/car':
    'car_dealer automotive_dealer car_broker car_buyer truck_dealer commercial_vehicle_dealer truck_dealer_for_businesses',
  'shop/motorcycle': 'motorcycle_dealer scooter_dealers motorsport_vehicle_dealer motorsports_store',
  'shop/caravan': 'recreational_vehicle_dealer',
  'shop/boat': 'boat_dealer',
  'shop/car_parts': 'automotive_parts_and_accessories auto_parts_and_supply_store car_stereo_store',
  'shop/car_repair':
    'automotive_repair auto_body_shop auto_glass_service auto_restoration_services auto_customization auto_upholstery brake_service_and_repair car_window_tinting engine_repair_service truck_repair_and_services_for_businesses auto_electrical_repair transmission_repair vehicle_wrap car_stereo_installation',
  'amenity/car_wash': 'auto_detailing',
  'amenity/car_rental': 'car_rental_agency automobile_leasing',
  'amenity/vehicle_inspection': 'emissions_inspection',
  'amenity/fuel': 'gas_station truck_stop fuel_dock',
  'amenity/taxi': 'taxi_service limo_services airport_shuttles',
  'amenity/bicycle_rental': 'bicycle_sharing_location',
  'shop/bicycle': 'bike_repair_maintenance',
  'amenity/ferry_terminal': 'ferry_service',
  'shop/travel_agency':
    'travel_services travel_agents airline_ticket_agency vacation_rental_agents bus_ticket_agency visa_agent passport_and_visa_services bus_tours boat_tours walking_tours food_tours wine_tours historical_tours aerial_tours',
  'tourism/apartment': 'holiday_rental_home self_catering_accommodation',
  'tourism/guest_house': 'bed_and_breakfast country_house ryokan',
  'tourism/hotel': 'accommodation',
  'tourism/attraction': 'landmark_and_historical_building attractions_and_activities',
  'amenity/place_of_worship':
    'church_cathedral religious_organization religious_destination jehovahs_witness_kingdom_hall',
  'amenity/childcare': 'day_care_preschool nanny_services after_school_program',
  'office/educational_institution': 'educational_services tutoring_center private_tutor test_preparation',
  'amenity/clinic':
    'health_and_medical medical_center community_health_center surgical_center cancer_treatment_center weight_loss_center medical_service_organizations maternity_centers concierge_medicine urgent_care_clinic',
  'amenity/doctors': 'doctor family_practice occupational_medicine',
  'amenity/dentist': 'prosthodontist dental_hygienist teeth_whitening',
  'healthcare/psychotherapist':
    'counseling_and_mental_health psychologist family_counselor marriage_or_relationship_counselor psychoanalyst sports_psychologist',
  'healthcare/laboratory': 'laboratory_testing diagnostic_services',
  'healthcare/blood_donation': 'blood_and_plasma_donation_center',
  'healthcare/rehabilitation':
    'rehabilitation_center addiction_rehabilitation_center alcohol_and_drug_treatment_center alcohol_and_drug_treatment_centers abuse_and_addiction_treatment',
  'amenity/nursing_home': 'assisted_living_facility skilled_nursing memory_care retirement_home',
  'healthcare/occupational_therapist': 'occupational_therapy',
  'healthcare/alternative': 'naturopathic_holistic hypnosis_hypnotherapy',
  'amenity/bank': 'bank_credit_union banks business_banking_service',
  'amenity/money_transfer': 'money_transfer_services',
  'shop/money_lender':
    'check_cashing_payday_loans installment_loans auto_loan_provider mortgage_lender mortgage_broker',
  'office/financial':
    'financial_service investing stock_and_bond_brokers business_financing private_equity_firm',
  'office/financial_advisor': 'financial_advising credit_and_debt_counseling debt_relief_services',
  'office/tax_advisor': 'tax_services',
  'office/notary': 'notary_public',
  'office/lawyer': 'legal_services patent_law tenant_and_eviction_law immigration_assistance_services',
  'office/estate_agent': 'real_estate real_estate_service commercial_real_estate real_estate_investment',
  'office/property_management': 'property_management',
  'office/coworking': 'shared_office_space',
  'craft/roofer': 'roofing ceiling_and_roofing_repair_and_service gutter_service siding',
  'craft/hvac': 'hvac_services',
  'craft/plumber': 'hydro_jetting septic_services',
  'craft/floorer': 'flooring_contractors carpet_installation',
  'craft/tiler': 'tiling',
  'craft/stonemason': 'masonry_concrete stone_and_masonry marble_and_granite_professionals',
  'craft/gardener': 'landscaping lawn_service tree_services irrigation indoor_landscaping',
  'craft/handicraft': 'glass_blowing',
  'craft/glaziery': 'glass_and_mirror_sales_service windows_installation',
  'craft/cleaning': 'pressure_washing window_washing home_cleaning',
  'craft/chimney_sweeper': 'chimney_service chimney_sweep',
  'craft/caterer': 'food_delivery_service personal_chef',
  'craft/photographer': 'videographer video_film_production real_estate_photography',
  'craft/tailor': 'sewing_and_alterations',
  'craft/upholsterer': 'furniture_reupholstery',
  'craft/signmaker': 'sign_making business_signage',
  'craft/metal_construction': 'metal_fabricator steel_fabricators sheet_metal ironworkers welders',
  'craft/watchmaker': 'watch_repair_service clock_repair_service',
  'shop/copyshop': 'printing_services duplication_services',
  'shop/laundry': 'laundry_services laundromat',
  'shop/storage_rental':
    'self_storage_facility storage_facility rv_storage_facility rv_and_boat_storage_facility business_records_storage_and_management',
  'shop/rental': 'rental_service rental_services furniture_rental_service',
  'shop/tool_hire': 'b2b_forklift_dealers forklift_dealer',
  'office/moving_company': 'movers packing_services',
  'office/advertising_agency':
    'advertising_agency marketing_agency marketing_consultant social_media_agency internet_marketing_service merchandising_service public_relations',
  'office/it':
    'information_technology_company it_consultant it_support_and_service web_hosting_service data_recovery software_development e_commerce_service',
  'office/consulting': 'consultant_and_general_service business_management_services business_consulting',
  'office/engineer': 'engineering_services',
  'office/surveyor': 'land_surveying',
  'office/security': 'security_services security_systems',
  'office/energy_supplier':
    'electric_utility_provider electricity_supplier natural_gas_supplier propane_supplier',
  'office/water_utility': 'water_supplier',
  'office/telecommunication': 'telephone_services telecommunications',
  'office/translator': 'translation_services translating_and_interpreting_services',
  'office/private_investigator': 'private_investigation',
  'office/newspaper': 'print_media media_news_website',
  'office/ngo':
    'community_services_non_profits charity_organization social_service_organizations youth_organizations disability_services_and_support_organization environmental_conservation_organization',
  'office/association': 'chambers_of_commerce fraternal_organization veterans_organization social_club',
  'office/government': 'government_services department_of_motor_vehicles department_of_social_service',
  'office/political_party': 'political_organization',
  'office/employment_agency': 'human_resource_services executive_search_consultants',
  'office/company':
    'business corporate_office manufacturers_agents_and_representatives business_manufacturing_and_supply industrial_company contractor building_contractor construction_services builders home_developer construction_management road_contractor paving_contractor excavation_service altering_and_remodeling_contractor masonry_contractors freight_and_cargo_service freight_forwarding_agency motor_freight_trucking airline airlines',
  'amenity/police': 'police_department law_enforcement',
  'amenity/social_facility': 'social_and_human_services senior_citizen_services',
  'shop/wholesale': 'wholesaler wholesale_store importer_and_exporter distribution_services',
  'shop/tattoo': 'tattoo_and_piercing',
  'shop/funeral_directors': 'funeral_services_and_cemeteries cremation_services mortuary_services',
  'shop/locksmith': 'key_and_locksmith',
  'education/school': 'elementary_school high_school middle_school public_school private_school school',
  'education/kindergarten': 'preschool',
  'education/college': 'adult_education',
  'education/driving_school': 'driving_school',
  'craft/insulator': 'insulation_installation',
  'shop/doors': 'garage_door_service door_sales_service',
  'shop/jewelry': 'goldsmith jewelry_repair_service',
  'craft/painter': 'painting',
  'shop/tyres': 'tire_dealer_and_repair',
}

let categoryOf: Map<string, string> | null = null

/** The table by code, built on first use. */
function tableByCode(): Map<string, string> {
  categoryOf ??= new Map(
    [...Object.entries(WIDER_CODES), ...Object.entries(CODES)].flatMap(([id, codes]) =>
      codes.split(' ').map((code) => [code, id] as const),
    ),
  )
  return categoryOf
}

/** Codes in the table, for checks. */
export const knownCodes = (): ReadonlyMap<string, string> => tableByCode()

/** Land use, not a business. */
const LAND = /^(?:landuse|public_transport)\b/

/** Too broad: the taxonomy has photo studios and farms under them. */
const BROAD = new Set(['shopping', 'retail', 'food', 'food_and_drink', 'services_and_business'])

/** The category of an Overture code; null for none of ours. */
export function categoryOfCode(code: string): string | null {
  if (BROAD.has(code)) return null
  const known = tableByCode().get(code)
  if (known) return known
  const found = resolveCategory(code)
  return found && !LAND.test(found.id) ? found.id : null
}

/** The first known one of several codes. */
export function categoryOfCodes(codes: readonly string[]): string | null {
  for (const code of codes) {
    const found = categoryOfCode(code)
    if (found) return found
  }
  return null
}
