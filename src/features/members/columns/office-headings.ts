/** How offices spell the columns of their own lists, besides the headings of the fields (contract 15.1). */
/** Headings by column, separated by ', '; case, spaces and punctuation do not matter. */
export const officeHeadings: Readonly<Record<string, string>> = {
  name: 'Name of Proprietor / Partner, Name of Proprietor, Proprietor, Proprietor Name, Prop. Name, Prop., Owner, Owner Name, Name of Owner, Contact Name, Name of Member, Name of Contact Person, Member, Authorised Person, Authorised Signatory, Director, प्रोपराइटर, स्वामी का नाम, मालिक का नाम, प्रोपराइटर का नाम, संपर्क व्यक्ति',
  email: 'Email 1 - Value, Mail ID, Email Add, Email Addr, ईमेल आईडी',
  role: 'Membership Type, Type of Member, Member Category, Class of Member, सदस्य का प्रकार',
  company_name:
    'Name of Company, Name of the Firm, Name of Firm / Company, Firm / Company, Firm / Company Name, Company / Firm Name, Name of Unit, Unit Name, Name of Business, Name of Industry, Industry Name, Organisation, Organization, Shop Name, Vendor, Vendor Name, Name of Vendor, Supplier, Supplier Name, Party, Party Name, Name of Party, Concern, Organization Name, Organization 1 - Name, प्रतिष्ठान का नाम, प्रतिष्ठान, संस्था का नाम',
  whatsapp_number:
    'Mob, Mob No, Mobile Nos, Mobile / WhatsApp, Mobile / WhatsApp No, Mob / WhatsApp No, WhatsApp / Mobile No, Cell, Cell No, Ph, Ph No, Phone Nos, Contact, Contact Number, Contact Nos, Contact Details, Phone 1 - Value, Tel, Tel No, Telephone, Telephone No, मो, मो नं, मो नंबर, मोबाइल संख्या, दूरभाष, संपर्क नंबर',
  website_url: 'Web Site, Website Address, Web Address, Site',
  membership_number:
    'Mem No, Mem. Number, Memb. No, Membership ID, Member ID, Member Number, Member Code, Reg No, Regn No, Registration No, Membership Sr No, सदस्यता क्रमांक, सदस्यता नंबर, सदस्य क्रमांक',
  business_partner: 'Partners, Name of Partner, Other Partner, Partner / Director, साझीदार',
  gstin:
    'GST, GST Regn No, GST Registration No, GST No. / GSTIN, GSTIN No, GSTIN Number, जीएसटी, जीएसटी नंबर, जीएसटी नं',
  company_description: 'Company Profile, About Company, About the Company, Profile',
  services_products:
    'Product, Product Range, Items, Items Manufactured, Items Made, Line of Business, Nature of Business, Products Manufactured, व्यवसाय, कार्य',
  address:
    'Add, Office Add, Off. Add, Regd Office, Regd Off Address, Regd Address, Registered Address, Registered Office, Registered Office Address, Correspondence Address, Shop Address, Showroom Address, Full Address, कार्यालय का पता',
  factory_address:
    'Factory Add, Fact. Add, Fact. Address, Factory / Works Address, Works, Works Add, Unit Address, Plant Address, फैक्टरी का पता, फैक्ट्री पता',
  certificate_postal_address:
    'Certificate Postal Add, Cert. Postal Add, Cert. Address, Certificate Add, Postal Add, Mailing Address, Address for Certificate, Address for Correspondence, Courier Address, पत्राचार का पता',
  materials:
    'Products / Materials, Materials / Products, Materials Supplied, Material Supplied, Items Supplied, Products Supplied, Supplies, Deals In, Dealing In, Dealers In, Product Category, माल, सामान',
  materials_other: 'Other Materials, Other Material',
  remarks: 'Rem, Comment, Comments, Observation, Observations, रिमार्क, विशेष',
  created_at:
    'Dt. of Joining, Date of Joining, Date Joined, Joined On, Joining Dt, Join Date, Dt. of Membership, Date of Membership, Membership Date, Member Since, Membership Since, Admission Date, Date of Admission, Dt. of Admission, सदस्यता की तिथि, सदस्यता दिनांक, सदस्यता की तारीख, सदस्य बनने की तिथि, सदस्य बनने का दिनांक, प्रवेश तिथि, प्रवेश दिनांक, जुड़ने की तिथि',
  payment_amount:
    'Amt, Amt (Rs.), Amount Paid, Amt. Paid, Paid Amount, Amount Received, Amt. Recd, Rs, Fee, Fees Paid, Membership Fee, Membership Fees, Subscription, Subs., Annual Subscription, Annual Fee, Contribution, शुल्क, सदस्यता शुल्क, चंदा, रकम',
  payment_date:
    'Paid Dt, Pmt. Date, Pymt. Date, Payment Dt, Dt. of Payment, Date Paid, Date of Receipt, Receipt Date, Receipt Dt, Rec. Date, Dt. of Receipt, Amount Date, दिनांक, भुगतान की तारीख, भुगतान तारीख',
  payment_mode:
    'Payment Mode, Pmt. Mode, Pay Mode, Mode of Pmt, Paid By, Paid Through, Paid Via, Cash / Cheque, Bank / Cash, माध्यम, प्रकार भुगतान',
  payment_reference:
    'Reference No, Reference Number, Ref, UTR / Chq No, Chq / UTR No, UTR / Cheque No, Cheque / UTR No, Cheque / DD No, Chq / DD No, Chq No, Cheque No, Cheque Number, UTR Number, UTR / Ref No, UTR / Txn No, Txn No, Txn ID, Transaction No, Transaction ID, Transaction Ref, Trans. ID, UPI Ref, UPI Ref No, Instrument No, चेक नंबर, चेक नं, यूटीआर नंबर',
  arrears:
    'Outstanding, Outstanding Amount, Outstanding Dues, Dues Outstanding, Dues Pending, Pending Dues, Pending Amount, Amount Pending, Balance Due, Balance Amount, Balance Dues, Amount Due, Due Amount, Old Dues, Old Balance, Previous Dues, Previous Balance, Past Dues, Arrears B/F, Opening Balance, बाकी, बाकी राशि, शेष राशि, पुराना बकाया',
  arrears_year:
    'Arrears Period, Outstanding Since, Dues Since, Pending Since, Due Since, Dues Year, Outstanding Year, बकाया कब से',
  membership_valid_from:
    'Valid Frm, Validity From, Membership From, From Date, Membership Valid From',
  membership_valid_to:
    'Validity To, Valid Upto, Membership Upto, Expiry, Expiry Date, Membership Valid To, Membership Expiry, वैधता, मान्य तिथि',
  receipt_number:
    'Receipt, Rcpt. No, Rec. No, Recpt. No, Money Receipt No, MR No, रसीद, रसीद नं, रसीद नंबर, रसीद संख्या',
}
