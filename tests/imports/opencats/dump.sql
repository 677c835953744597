-- MySQL dump of cats
DROP TABLE IF EXISTS `candidate`;
CREATE TABLE `candidate` (
  `candidate_id` int(11) NOT NULL auto_increment,
  `site_id` int(11) NOT NULL default '0',
  `last_name` varchar(64) NOT NULL default '',
  `first_name` varchar(64) NOT NULL default '',
  `city` varchar(64) default NULL,
  `key_skills` text,
  `current_pay` varchar(64) default NULL,
  `desired_pay` varchar(64) default NULL,
  `eeo_gender` varchar(5) default '',
  `notes` text,
  PRIMARY KEY  (`candidate_id`),
  KEY `IDX_first_name` (`first_name`)
) ENGINE=MyISAM;
INSERT INTO `candidate` VALUES (9,1,'O\'Neill','Mary','Cork','CUDA, NCCL','90k','EUR 120k','f','Line one\nsaid \"yes\"; (ok)'),(10,1,'Ng','Li',NULL,NULL,NULL,'','','');
CREATE TABLE `joborder` (
  `joborder_id` int(11) NOT NULL,
  `title` varchar(64) NOT NULL,
  `description` text,
  `status` varchar(16) default 'Active',
  `salary` varchar(64) default NULL,
  `city` varchar(64) default NULL,
  PRIMARY KEY (`joborder_id`)
);
INSERT INTO `joborder` (`joborder_id`,`title`,`description`,`status`,`salary`,`city`) VALUES (3,'Slurm administrator','<p>Slurm''s accounting</p>','Active','USD 150,000','Austin'),(4,'Closed one',NULL,'OnHold','',NULL);
INSERT INTO `user` VALUES (1,'admin','secret');
